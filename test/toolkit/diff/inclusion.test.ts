import t from 'tap'
import { type Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { textOf } from '#toolkit/diff/report/text.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import {
  answer,
  changesOf,
  documentOf,
  json,
  requestOf,
  rulesOf,
  written,
} from './helpers/documents.js'

/** Rows of a name, a schema, another one, or what it has beside the first one, and other cells. */
function pairsOf(text: string) {
  return rowsOf(text).map(([name = '', first = '', second = '', kind = '', words = '']) => {
    const one = yamlOf(first)
    const more = yamlOf(second.replace(/^\+ /, ''))
    const other = second.startsWith('+ ') ? Object.assign({}, one, more) : more
    return [name, one, other, kind, words] as const
  })
}

/** Pairs of schemas of which the second one accepts less, with the change that a request makes. */
const TABLE = pairsOf(`
  type | {type: [string, integer]} | {type: string} | type | type ["string","integer"] → "string"
  number | {type: number} | {type: integer} | type | type "number" → "integer"
  null of alternatives | {type: [string, 'null'], anyOf: [{type: string}, {type: 'null'}]} | + {anyOf: [{type: string}]} | alternatives | anyOf is not the same
  null | {type: [string, 'null']} | {type: string} | type | type ["string","null"] → "string"
  any | {} | {type: object} | type | type none → "object"
  never | {type: string} | false | other-members | is refused whatever it is
  enum | {enum: [a, b]} | {enum: [a]} | values | enum ["a","b"] → ["a"]
  enum of any | {type: string} | {enum: [a]} | values | enum none → ["a"]
  const | {enum: [1, 2]} | {const: 1} | values | const none → 1
  const of any | {type: string} | {const: a} | values | const none → "a"
  boolean | {type: boolean} | {enum: [true]} | values | enum none → [true]
  listed null | {enum: [a, null]} | {type: string, enum: [a]} | type | type none → "string"
  values of a type | {enum: [a, bcd]} | {type: string, enum: [a], maxLength: 2} | values | enum ["a","bcd"] → ["a"]
  minimum | {type: integer} | + {minimum: 5} | bounds | minimum none → 5
  maximum | {type: number, maximum: 9} | + {maximum: 5} | bounds | maximum 9 → 5
  exclusive | {type: integer, maximum: 5} | {type: integer, exclusiveMaximum: 5} | bounds | exclusiveMaximum none → 5
  exclusive minimum | {type: number, minimum: 5} | {type: number, exclusiveMinimum: 5} | bounds | exclusiveMinimum none → 5
  int32 | {type: integer} | + {format: int32} | format | format none → "int32"
  int64 | {type: integer} | + {format: int64} | format | format none → "int64"
  int64 to int32 | {type: integer, format: int64} | + {format: int32} | format | format "int64" → "int32"
  multipleOf | {type: integer} | + {multipleOf: 5} | bounds | multipleOf none → 5
  minLength | {type: string} | + {minLength: 3} | length | minLength none → 3
  maxLength | {type: string, maxLength: 9} | + {maxLength: 3} | length | maxLength 9 → 3
  pattern | {type: string} | + {pattern: ^a+$} | pattern | pattern none → "^a+$"
  format | {type: string} | + {format: date} | format | format none → "date"
  a format within another one | {type: string, format: uri-reference} | + {format: uri} | format | format "uri-reference" → "uri"
  other format | {type: string, format: date-time} | + {maxLength: 20} | length |
  required | {type: object, properties: {a: {type: string}}} | + {required: [a]} | required | a is required
  member | {type: object, properties: {a: {}}} | + {properties: {a: {type: string}}} | type | a: type none → "string"
  deep member | {type: object, properties: {a: {type: object, properties: {b: {type: string}}}}} | + {properties: {a: {type: object, properties: {b: {type: string, maxLength: 2}}}}} | length | a.b: maxLength none → 2
  closed | {type: object, properties: {a: {type: string}}} | + {additionalProperties: false} | other-members |
  member of a closed one | {type: object, properties: {a: {type: string}, b: {type: string}}} | + {properties: {a: {type: string}}, additionalProperties: false} | other-members | b: is refused whatever it is
  map | {type: object, properties: {}, additionalProperties: {type: string}} | + {additionalProperties: {type: string, maxLength: 2}} | length |
  map of null | {type: object, additionalProperties: {oneOf: [{type: boolean}, {type: 'null'}]}} | + {additionalProperties: {type: boolean}} | type | otherMember: type "null" → "boolean"
  alternatives of a member | {type: object, properties: {a: {enum: [d, e]}, b: {type: string}}, required: [a]} | {oneOf: [{type: object, properties: {a: {const: d}, b: {type: string}}, required: [a, b]}, {type: object, properties: {a: {const: e}, b: {type: string}}, required: [a]}]} | required | b is required
  map of any | {type: object, properties: {}} | + {additionalProperties: {type: string}} | other-members |
  patterns of names | {type: object, properties: {}, patternProperties: {^x: {type: string}}, additionalProperties: false} | + {patternProperties: {^x: {type: string, minLength: 2}}} | length |
  a pattern of names in a map | {type: object, properties: {}, additionalProperties: {type: string}} | + {patternProperties: {^x: {type: string, minLength: 2}}} | length |
  a pattern beside a closed one | {type: object, properties: {a: {type: string}}, additionalProperties: false, patternProperties: {^x: {type: string}}} | {type: object, properties: {a: {type: string}}, additionalProperties: false} | other-members |
  longer propertyNames | {type: object, properties: {}, additionalProperties: {type: string}, propertyNames: {maxLength: 5}} | + {propertyNames: {maxLength: 3}} | other-members |
  long arrays | {type: array, items: {type: array, items: {type: string}}} | + {maxItems: 5} | items | maxItems none → 5
  propertyNames | {type: object, properties: {}, additionalProperties: {type: string}} | + {propertyNames: {maxLength: 3}} | other-members |
  minProperties | {type: object, properties: {a: {type: string}, b: {type: string}}} | + {minProperties: 1} | member-count | minProperties none → 1
  maxProperties | {type: object, properties: {a: {type: string}, b: {type: string}}} | + {maxProperties: 1} | member-count | maxProperties none → 1
  dependentRequired | {type: object, properties: {a: {type: string}, b: {type: string}}} | + {dependentRequired: {a: [b]}} | required | b is required
  dependentSchemas | {type: object, properties: {a: {type: string}, b: {type: string}}} | + {dependentSchemas: {a: {required: [b]}}} | alternatives |
  items | {type: array, items: {type: string}} | + {items: {type: string, maxLength: 2}} | length | [0]: maxLength none → 2
  prefixItems | {type: array, prefixItems: [{type: string}, {type: string}]} | + {prefixItems: [{type: string}, {type: string, maxLength: 2}]} | length |
  minItems | {type: array, items: {type: string}} | + {minItems: 1} | items | minItems none → 1
  maxItems | {type: array, items: {type: string}} | + {maxItems: 1} | items | maxItems none → 1
  uniqueItems | {type: array, items: {type: string}} | + {uniqueItems: true} | items | uniqueItems none → true
  contains | {type: array, items: {type: string}} | + {contains: {const: a}} | items | contains is not the same
  anyOf | {anyOf: [{type: string}, {type: integer}]} | {anyOf: [{type: string}]} | alternatives |
  the one branch of a type | {anyOf: [{type: string}, {type: 'null'}]} | {anyOf: [{type: string, maxLength: 2}, {type: 'null'}]} | length | maxLength none → 2
  oneOf | {oneOf: [{type: string}, {type: integer}]} | {oneOf: [{type: string}, {type: integer, minimum: 1}]} | bounds |
  oneOf that overlap | {type: string} | {oneOf: [{type: string}, {type: string, maxLength: 3}]} | alternatives |
  a member beside one of several | {type: array, items: {type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}, oneOf: [{required: [a]}, {required: [b]}], unevaluatedProperties: false}} | + {items: {type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}], unevaluatedProperties: false}} | other-members | [0]: other members are refused (unevaluatedProperties)
  a member of one case | {type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]} | + {properties: {a: {type: string}, b: {type: string, maxLength: 2}}} | length | b: maxLength none → 2
  not | {type: string} | + {not: {const: a}} | alternatives | not is not the same
  if | {type: string} | + {if: {minLength: 2}, else: false} | alternatives |
  unevaluatedProperties | {type: object, properties: {a: {type: string}}} | + {unevaluatedProperties: false} | other-members |
  items of a type that no schema describes | {type: array, prefixItems: [{}], unevaluatedItems: {type: integer}} | + {unevaluatedItems: {type: integer, maximum: 9}} | bounds | [1]: maximum none → 9
  map of names of a pattern | {type: object, propertyNames: {pattern: '^[a-b]$'}, properties: {a: {}}, additionalProperties: {type: integer}} | + {additionalProperties: {type: integer, maximum: 9}} | bounds | b: maximum none → 9
  map of listed names | {type: object, propertyNames: {enum: [a, b]}, properties: {a: {}}} | + {additionalProperties: {type: integer}} | other-members | some other members are refused (additionalProperties)
  items that no part describes | {type: array, allOf: [{prefixItems: [{}]}]} | + {unevaluatedItems: false} | items | unevaluatedItems is not the same
  unevaluatedItems | {type: array} | + {prefixItems: [{}], unevaluatedItems: false} | other-members | [1]: is refused whatever it is
  allOf | {allOf: [{type: object, properties: {a: {type: string}}}]} | {allOf: [{type: object, properties: {a: {type: string}}}, {required: [a]}]} | required | a is required
`)

/** The path of a row. */
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`

type Flow = 'request' | 'response'

/** Documents with an operation for each row: the first with the first schemas, the second with the others. */
function documentsOf(flow: Flow, rows: ReturnType<typeof pairsOf>): [object, object] {
  const operation = (schema: unknown) =>
    flow === 'request'
      ? { requestBody: { required: true, content: json(schema) }, ...answer() }
      : { responses: { 200: { description: 'd', content: json(schema) } } }
  const documentWith = (at: 1 | 2) =>
    documentOf(
      Object.fromEntries(rows.map((row) => [pathOf(row[0]), { post: operation(row[at]) }])),
    )
  return [documentWith(1), documentWith(2)]
}

for (const flow of ['request', 'response'] as const) {
  const [wide, narrow] = documentsOf(flow, TABLE)
  const [taken, refused] = [new TestedContract(wide), new TestedContract(narrow)]

  t.test(`what breaks a ${flow}`, async (t) => {
    const changes = flow === 'request' ? changesOf(wide, narrow) : changesOf(narrow, wide)
    for (const [at, [name, , , kind, words]] of TABLE.entries()) {
      const own = changes.filter(({ operations }) => operations[0] === `POST ${pathOf(name)}`)
      const serious = own.filter(({ severity }) => severity !== 'notice')
      t.match(rulesOf(serious)[0], `breaking ${flow}-body-${kind}`, name)
      if (flow === 'request' && words !== '') t.equal(serious[0] && textOf(serious[0]), words)
      for (const { witness, severity } of serious) {
        t.equal(severity, 'breaking', name)
        t.equal(verdict(taken, at, witness?.value), true, `${name}: taken`)
        t.equal(verdict(refused, at, witness?.value), false, `${name}: refused`)
      }
    }
  })

  t.test(`what does not break a ${flow}`, async (t) => {
    const changes = flow === 'request' ? changesOf(narrow, wide) : changesOf(wide, narrow)
    const found = changes.filter(({ severity }) => severity !== 'notice')
    t.same(found, [])
  })
}

/** The verdict of a document on a body of one of its operations. */
function verdict(contract: TestedContract, at: number, value: unknown): boolean | undefined {
  const { requestBody, responses } = contract.operations[at] as Operation
  const [media] = [requestBody, ...responses].flatMap((each) => each?.content ?? [])
  return contract.verdicts.verdict(contract.reference(media?.schema as string), value)
}

/** Pairs of schemas that accept the same, although they are written otherwise. */
const SAME = pairsOf(`
  integers | {type: integer, exclusiveMinimum: 0} | {type: integer, minimum: 1}
  bounds of a format | {type: integer, format: int32} | + {minimum: -2147483648}
  multiples | {type: integer} | + {multipleOf: 1}
  multiples of whole numbers | {type: integer} | {type: number, multipleOf: 1}
  items of a tuple | {type: array, prefixItems: [{type: string}, {type: string}], items: false} | {type: array, items: {type: string}, maxItems: 2}
  types by values | {enum: [a, b]} | {type: string, enum: [b, a]}
  branches | {enum: [a, b]} | {oneOf: [{const: a}, {const: b}]}
  booleans | {type: boolean} | {enum: [true, false]}
  values of a member | {type: object, properties: {a: {enum: [b, c]}}, required: [a]} | {oneOf: [{type: object, properties: {a: {const: b}}, required: [a]}, {type: object, properties: {a: {const: c}}, required: [a]}]}
  parts | {type: object, properties: {a: {type: string}, b: {type: string}}, required: [a]} | {allOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}, {required: [a]}]}
  types of alternatives | {type: [string, 'null']} | {anyOf: [{type: string}, {type: 'null'}]}
  formats beside other types | {type: boolean} | + {format: date}
  all kinds | {} | true
  members of all kinds | {type: object, properties: {}} | + {additionalProperties: {anyOf: [{}]}}
  no kinds | {allOf: [{type: string}, {type: integer}]} | false
  never | {allOf: [{type: string}, false]} | false
  no items | {type: array, maxItems: 0} | + {items: {type: string}}
  one item | {type: array, maxItems: 1} | + {uniqueItems: true}
  items that are contained | {type: array, items: {type: string}, minItems: 1} | + {contains: {type: string}}
  counts of nothing | {type: array, contains: {type: string}} | + {allOf: [{minContains: 2}]}
  nothing is contained | {type: array} | + {contains: {type: string}, minContains: 0}
  both of a condition | {type: string} | {if: {maxLength: 1}, then: {type: string}, else: {type: string}}
  not another type | {type: string} | + {not: {type: integer}}
  required beside a dependency | {type: object, properties: {a: {type: string}, b: {type: string}}, required: [b]} | + {dependentRequired: {a: [b]}}
  a dependency | {type: object, properties: {a: {type: string}}, dependentRequired: {a: [b]}} | + {minProperties: 0}
  required and dependent schemas | {type: object, properties: {a: {type: string}}, required: [b]} | + {dependentSchemas: {a: {required: [b]}}}
  names of a closed object | {type: object, properties: {a: {type: string}}, additionalProperties: false} | + {propertyNames: {maxLength: 1}}
  items that are not evaluated | {type: array, prefixItems: [{type: string}], unevaluatedItems: {allOf: [false]}} | + {unevaluatedItems: false}
  count of a closed object | {type: object, properties: {a: {type: string}}, additionalProperties: false} | + {maxProperties: 1}
  count of what is required | {type: object, properties: {a: {type: string}}, required: [a]} | + {minProperties: 1}
  names of an object without other members | {allOf: [{type: object, properties: {a: {type: string}}}], unevaluatedProperties: false} | {type: object, properties: {a: {type: string}}, unevaluatedProperties: false}
  names and patterns of an object without other members | {allOf: [{type: object, properties: {a: {type: string}}, patternProperties: {'^x': {}}}], unevaluatedProperties: false} | {type: object, properties: {a: {type: string}}, patternProperties: {'^x': {}}, unevaluatedProperties: false}
  members that are not evaluated alone | {type: object, properties: {a: {type: object, properties: {b: {type: string}}, unevaluatedProperties: {type: integer}}}, unevaluatedProperties: {not: {}}} | {type: object, properties: {a: {type: object, properties: {b: {type: string}}, additionalProperties: {type: integer}}}, additionalProperties: false}
  a member that cannot be | {type: object, properties: {a: false}} | + {dependentRequired: {}}
  one of several members | {type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]} | + {minProperties: 1}
  not all of several members | {type: object, properties: {a: {type: string}, b: {type: string}}, not: {required: [a, b]}} | + {minProperties: 0}
  one of several objects | {oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: boolean}}}]} | {oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {allOf: [{type: boolean}]}}}]}
  names of names | {type: object, properties: {}, propertyNames: {maxLength: 3}} | + {minProperties: 0}
`)

for (const flow of ['request', 'response'] as const) {
  t.test(`nothing is told of a ${flow} where both accept the same`, async (t) => {
    const [one, other] = documentsOf(flow, SAME)
    t.same(changesOf(one, other), [])
    t.same(changesOf(other, one), [])
  })
}

t.test('schemas that contain themselves', async (t) => {
  const tree = (more: string) =>
    written(`POST /a: { operationId: a, body: $Tree }
Tree: { type: object, properties: { below: { type: array, items: $Tree }, ${more} } }`)
  const [same = '', longer = ''] = [
    'name: { type: string }',
    'name: { type: string }, age: { type: integer }',
  ]
  const proved = tree('name: { type: string, minLength: 0 }')
  t.same(changesOf(tree(same), proved), [], 'proved by assumption')
  t.same(rulesOf(changesOf(tree(same), tree(longer))), ['notice request-body-member'])
  const stricter = tree(longer.replace('integer', 'integer, minimum: 1'))
  const [change] = changesOf(tree(longer), stricter)
  t.match(change, {
    path: 'age',
    text: 'minimum none → 1',
    old: { pointer: '#/components/schemas/Tree/properties/age' },
    new: { pointer: '#/components/schemas/Tree/properties/age/minimum' },
    witness: { value: { age: 0 } },
  })
})

const [LONG, SHORT] = ['{type: string, maxLength: 9}', '{type: string, maxLength: 3}']
const MEMBERS = `type: object, properties: {k: {enum: [x, 'y']}, 'n': ${LONG}}`

/** Changes beside rules that stay as they are, or that a value breaks besides. */
const ALONE = pairsOf(`
  a condition | {${MEMBERS}, if: {properties: {k: {const: x}}}, then: {required: ['n']}} | + {properties: {k: {enum: [x, 'y']}, 'n': ${SHORT}}} | length | n: maxLength 9 → 3
  a condition in a part | {allOf: [{${MEMBERS}, if: {properties: {k: {const: x}}}, then: {required: ['n']}}]} | {allOf: [{${MEMBERS.replace(LONG, SHORT)}, if: {properties: {k: {const: x}}}, then: {required: ['n']}}]} | length | n: maxLength 9 → 3
  a condition in a branch | {anyOf: [{${MEMBERS}, if: {required: [k]}, then: {required: ['n']}}, {type: 'null'}]} | {anyOf: [{${MEMBERS.replace(LONG, SHORT)}, if: {required: [k]}, then: {required: ['n']}}, {type: 'null'}]} | length | n: maxLength 9 → 3
  a condition that always holds | {${MEMBERS}, required: [k]} | {${MEMBERS.replace(LONG, SHORT)}, required: [k], if: {required: [k]}, else: false} | length | n: maxLength 9 → 3
  no other members | {allOf: [{${MEMBERS}}], unevaluatedProperties: false} | + {allOf: [{${MEMBERS.replace(LONG, SHORT)}}]} | length | n: maxLength 9 → 3
  what is contained | {type: array, items: ${LONG}, contains: {const: a}, maxContains: 3} | + {items: ${SHORT}} | length | [0]: maxLength 9 → 3
  how often it is contained | {type: array, items: ${LONG}, contains: {const: a}, maxContains: 3} | + {maxContains: 2} | items | contains is not the same
  members that a condition names | {type: object, if: {properties: {a: {type: string}}, required: [a]}, then: {minProperties: 1}, unevaluatedProperties: false} | {type: object, unevaluatedProperties: false} | other-members | other members are refused (unevaluatedProperties)
  other items where no other members are | {type: [object, array], unevaluatedProperties: false} | + {unevaluatedItems: {type: integer}} | type | [0]: type none → "integer"
  a pattern where no other members are | {allOf: [{type: object, properties: {'n': {type: string, pattern: '^[0-9]{1,9}$'}}}], unevaluatedProperties: false} | + {allOf: [{type: object, properties: {'n': {type: string, pattern: '^[0-9]{1,7}$'}}}]} | pattern | n: pattern "^[0-9]{1,9}$" → "^[0-9]{1,7}$"
`)

for (const [name, one, other, kind, words] of ALONE) {
  t.test(`a change beside ${name} is told, and no other`, async (t) => {
    const changes = changesOf(requestOf(one as object), requestOf(other as object))
    t.same(rulesOf(changes), [`breaking request-body-${kind}`])
    t.equal(changes[0] && textOf(changes[0]), words)
  })
}
