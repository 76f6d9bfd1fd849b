import t from 'tap'
import { type Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { textOf } from '#toolkit/diff/report/text.js'
import { answer, changesOf, documentOf, json, requestOf, rulesOf } from './helpers/documents.js'

type Row = readonly [name: string, wide: unknown, narrow: unknown, kind: string, text: string]

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const text = { type: 'string' }
const tree = (more: object) => ({
  Tree: object({
    name: text,
    below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    ...more,
  }),
})

/** Pairs of schemas of which the second one accepts less, with the change that a request makes. */
const TABLE: readonly Row[] = [
  ['type', { type: ['string', 'integer'] }, text, 'type', 'type ["string","integer"] → "string"'],
  ['number', { type: 'number' }, { type: 'integer' }, 'type', 'type "number" → "integer"'],
  ['null', { type: ['string', 'null'] }, text, 'type', 'type ["string","null"] → "string"'],
  ['any', {}, { type: 'object' }, 'type', 'type none → "object"'],
  ['never', text, false, 'other-members', 'is refused whatever it is'],
  ['enum', { enum: ['a', 'b'] }, { enum: ['a'] }, 'values', 'enum ["a","b"] → ["a"]'],
  ['enum of any', text, { enum: ['a'] }, 'values', 'enum none → ["a"]'],
  ['const', { enum: [1, 2] }, { const: 1 }, 'values', 'const none → 1'],
  ['const of any', text, { const: 'a' }, 'values', 'const none → "a"'],
  ['boolean', { type: 'boolean' }, { enum: [true] }, 'values', 'enum none → [true]'],
  [
    'listed null',
    { enum: ['a', null] },
    { type: 'string', enum: ['a'] },
    'type',
    'type none → "string"',
  ],
  [
    'values of a type',
    { enum: ['a', 'bcd'] },
    { type: 'string', enum: ['a'], maxLength: 2 },
    'values',
    'enum ["a","bcd"] → ["a"]',
  ],
  ['minimum', { type: 'integer' }, { type: 'integer', minimum: 5 }, 'bounds', 'minimum none → 5'],
  [
    'maximum',
    { type: 'number', maximum: 9 },
    { type: 'number', maximum: 5 },
    'bounds',
    'maximum 9 → 5',
  ],
  [
    'exclusive',
    { type: 'integer', maximum: 5 },
    { type: 'integer', exclusiveMaximum: 5 },
    'bounds',
    'exclusiveMaximum none → 5',
  ],
  [
    'exclusive minimum',
    { type: 'number', minimum: 5 },
    { type: 'number', exclusiveMinimum: 5 },
    'bounds',
    'exclusiveMinimum none → 5',
  ],
  [
    'int32',
    { type: 'integer' },
    { type: 'integer', format: 'int32' },
    'format',
    'format none → "int32"',
  ],
  [
    'int64',
    { type: 'integer' },
    { type: 'integer', format: 'int64' },
    'format',
    'format none → "int64"',
  ],
  [
    'int64 to int32',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    'format',
    'format "int64" → "int32"',
  ],
  [
    'multipleOf',
    { type: 'integer' },
    { type: 'integer', multipleOf: 5 },
    'bounds',
    'multipleOf none → 5',
  ],
  ['minLength', text, { type: 'string', minLength: 3 }, 'length', 'minLength none → 3'],
  [
    'maxLength',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 3 },
    'length',
    'maxLength 9 → 3',
  ],
  ['pattern', text, { type: 'string', pattern: '^a+$' }, 'pattern', 'pattern none → "^a+$"'],
  ['format', text, { type: 'string', format: 'date' }, 'format', 'format none → "date"'],
  [
    'other format',
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date-time', maxLength: 20 },
    'length',
    '',
  ],
  [
    'required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'required',
    'a is required',
  ],
  ['member', object({ a: {} }), object({ a: text }), 'type', 'a: type none → "string"'],
  [
    'deep member',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: { type: 'string', maxLength: 2 } }) }),
    'length',
    'a.b: maxLength none → 2',
  ],
  [
    'closed',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    'other-members',
    '',
  ],
  [
    'member of a closed one',
    object({ a: text, b: text }),
    object({ a: text }, { additionalProperties: false }),
    'other-members',
    'b: is refused whatever it is',
  ],
  [
    'map',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: { type: 'string', maxLength: 2 } }),
    'length',
    '',
  ],
  ['map of any', object({}), object({}, { additionalProperties: text }), 'other-members', ''],
  [
    'patterns of names',
    object({}, { patternProperties: { '^x': text }, additionalProperties: false }),
    object(
      {},
      {
        patternProperties: { '^x': { type: 'string', minLength: 2 } },
        additionalProperties: false,
      },
    ),
    'length',
    '',
  ],
  [
    'a pattern of names in a map',
    object({}, { additionalProperties: text }),
    object(
      {},
      { additionalProperties: text, patternProperties: { '^x': { type: 'string', minLength: 2 } } },
    ),
    'length',
    '',
  ],
  [
    'a pattern beside a closed one',
    object({ a: text }, { additionalProperties: false, patternProperties: { '^x': text } }),
    object({ a: text }, { additionalProperties: false }),
    'other-members',
    '',
  ],
  [
    'longer propertyNames',
    object({}, { additionalProperties: text, propertyNames: { maxLength: 5 } }),
    object({}, { additionalProperties: text, propertyNames: { maxLength: 3 } }),
    'other-members',
    '',
  ],
  [
    'long arrays',
    { type: 'array', items: { type: 'array', items: text } },
    { type: 'array', items: { type: 'array', items: text }, maxItems: 5 },
    'items',
    'maxItems none → 5',
  ],
  [
    'propertyNames',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: text, propertyNames: { maxLength: 3 } }),
    'other-members',
    '',
  ],
  [
    'minProperties',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { minProperties: 1 }),
    'member-count',
    'minProperties none → 1',
  ],
  [
    'maxProperties',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { maxProperties: 1 }),
    'member-count',
    'maxProperties none → 1',
  ],
  [
    'dependentRequired',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    'required',
    'b is required',
  ],
  [
    'dependentSchemas',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependentSchemas: { a: { required: ['b'] } } }),
    'alternatives',
    '',
  ],
  [
    'items',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'string', maxLength: 2 } },
    'length',
    '[0]: maxLength none → 2',
  ],
  [
    'prefixItems',
    { type: 'array', prefixItems: [text, text] },
    { type: 'array', prefixItems: [text, { type: 'string', maxLength: 2 }] },
    'length',
    '',
  ],
  [
    'minItems',
    { type: 'array', items: text },
    { type: 'array', items: text, minItems: 1 },
    'items',
    'minItems none → 1',
  ],
  [
    'maxItems',
    { type: 'array', items: text },
    { type: 'array', items: text, maxItems: 1 },
    'items',
    'maxItems none → 1',
  ],
  [
    'uniqueItems',
    { type: 'array', items: text },
    { type: 'array', items: text, uniqueItems: true },
    'items',
    'uniqueItems none → true',
  ],
  [
    'contains',
    { type: 'array', items: text },
    { type: 'array', items: text, contains: { const: 'a' } },
    'items',
    'contains is not the same',
  ],
  ['anyOf', { anyOf: [text, { type: 'integer' }] }, { anyOf: [text] }, 'alternatives', ''],
  [
    'the one branch of a type',
    { anyOf: [text, { type: 'null' }] },
    { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] },
    'length',
    'maxLength none → 2',
  ],
  [
    'oneOf',
    { oneOf: [text, { type: 'integer' }] },
    { oneOf: [text, { type: 'integer', minimum: 1 }] },
    'bounds',
    '',
  ],
  [
    'oneOf that overlap',
    text,
    { oneOf: [text, { type: 'string', maxLength: 3 }] },
    'alternatives',
    '',
  ],
  ['not', text, { type: 'string', not: { const: 'a' } }, 'alternatives', 'not is not the same'],
  ['if', text, { type: 'string', if: { minLength: 2 }, else: false }, 'alternatives', ''],
  [
    'unevaluatedProperties',
    object({ a: text }),
    object({ a: text }, { unevaluatedProperties: false }),
    'other-members',
    '',
  ],
  [
    'unevaluatedItems',
    { type: 'array' },
    { type: 'array', prefixItems: [{}], unevaluatedItems: false },
    'items',
    '',
  ],
  [
    'allOf',
    { allOf: [object({ a: text })] },
    { allOf: [object({ a: text }), { required: ['a'] }] },
    'required',
    'a is required',
  ],
]

/** The path of a row. */
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`

/** A document with an operation for each schema. */
function documentsOf(
  flow: 'request' | 'response',
  rows: readonly [name: string, schema: unknown][],
) {
  const operation = (schema: unknown) =>
    flow === 'request'
      ? { requestBody: { required: true, content: json(schema) }, ...answer() }
      : { responses: { 200: { description: 'd', content: json(schema) } } }
  const items = rows.map(([name, schema]) => [pathOf(name), { post: operation(schema) }])
  return documentOf(Object.fromEntries(items))
}

for (const flow of ['request', 'response'] as const) {
  const wide = documentsOf(
    flow,
    TABLE.map(([name, schema]) => [name, schema]),
  )
  const narrow = documentsOf(
    flow,
    TABLE.map(([name, , schema]) => [name, schema]),
  )
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
    t.same(
      changes.filter(({ severity }) => severity !== 'notice'),
      [],
    )
  })
}

/** The verdict of a document on a body of one of its operations. */
function verdict(contract: TestedContract, at: number, value: unknown): boolean | undefined {
  const { requestBody, responses } = contract.operations[at] as Operation
  const [media] = [requestBody, ...responses].flatMap((each) => each?.content ?? [])
  return contract.verdicts.verdict(contract.reference(media?.schema as string), value)
}

/** Pairs of schemas that accept the same, although they are written otherwise. */
const SAME: readonly (readonly [name: string, one: unknown, other: unknown])[] = [
  ['integers', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }],
  [
    'bounds of a format',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int32', minimum: -(2 ** 31) },
  ],
  ['multiples', { type: 'integer' }, { type: 'integer', multipleOf: 1 }],
  ['multiples of whole numbers', { type: 'integer' }, { type: 'number', multipleOf: 1 }],
  [
    'items of a tuple',
    { type: 'array', prefixItems: [text, text], items: false },
    { type: 'array', items: text, maxItems: 2 },
  ],
  ['types by values', { enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] }],
  ['branches', { enum: ['a', 'b'] }, { oneOf: [{ const: 'a' }, { const: 'b' }] }],
  ['booleans', { type: 'boolean' }, { enum: [true, false] }],
  [
    'parts',
    object({ a: text, b: text }, { required: ['a'] }),
    { allOf: [object({ a: text }), object({ b: text }), { required: ['a'] }] },
  ],
  ['types of alternatives', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  ['formats beside other types', { type: 'boolean' }, { type: 'boolean', format: 'date' }],
  ['all kinds', {}, true],
  ['no kinds', { allOf: [text, { type: 'integer' }] }, false],
  ['never', { allOf: [text, false] }, false],
  ['no items', { type: 'array', maxItems: 0 }, { type: 'array', maxItems: 0, items: text }],
  ['one item', { type: 'array', maxItems: 1 }, { type: 'array', maxItems: 1, uniqueItems: true }],
  [
    'items that are contained',
    { type: 'array', items: text, minItems: 1 },
    { type: 'array', items: text, minItems: 1, contains: text },
  ],
  [
    'counts of nothing',
    { type: 'array', contains: text },
    { type: 'array', contains: text, allOf: [{ minContains: 2 }] },
  ],
  ['nothing is contained', { type: 'array' }, { type: 'array', contains: text, minContains: 0 }],
  [
    'both of a condition',
    text,
    { if: { maxLength: 1 }, ...Object.fromEntries([['then', text]]), else: text },
  ],
  ['not another type', text, { type: 'string', not: { type: 'integer' } }],
  [
    'required beside a dependency',
    object({ a: text, b: text }, { required: ['b'] }),
    object({ a: text, b: text }, { required: ['b'], dependentRequired: { a: ['b'] } }),
  ],
  [
    'a dependency',
    object({ a: text }, { dependentRequired: { a: ['b'] } }),
    object({ a: text }, { dependentRequired: { a: ['b'] }, minProperties: 0 }),
  ],
  [
    'required and dependent schemas',
    object({ a: text }, { required: ['b'] }),
    object({ a: text }, { required: ['b'], dependentSchemas: { a: { required: ['b'] } } }),
  ],
  [
    'names of a closed object',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }, { additionalProperties: false, propertyNames: { maxLength: 1 } }),
  ],
  [
    'count of a closed object',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }, { additionalProperties: false, maxProperties: 1 }),
  ],
  [
    'count of what is required',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }, { required: ['a'], minProperties: 1 }),
  ],
  [
    'a member that cannot be',
    object({ a: false }),
    object({ a: false }, { dependentRequired: {} }),
  ],
  [
    'names of names',
    object({}, { propertyNames: { maxLength: 3 } }),
    object({}, { propertyNames: { maxLength: 3 }, minProperties: 0 }),
  ],
]

for (const flow of ['request', 'response'] as const) {
  t.test(`nothing is told of a ${flow} where both accept the same`, async (t) => {
    const one = documentsOf(
      flow,
      SAME.map(([name, schema]) => [name, schema]),
    )
    const other = documentsOf(
      flow,
      SAME.map(([name, , schema]) => [name, schema]),
    )
    t.same(changesOf(one, other), [])
    t.same(changesOf(other, one), [])
  })
}

t.test('schemas that contain themselves', async (t) => {
  const document = (more: object) =>
    requestOf({ $ref: '#/components/schemas/Tree' }, { components: { schemas: tree(more) } })
  const [same, longer] = [document({}), document({ age: { type: 'integer' } })]
  t.same(
    changesOf(same, document({ name: { type: 'string', minLength: 0 } })),
    [],
    'proved by assumption',
  )
  t.same(rulesOf(changesOf(same, longer)), ['notice request-body-member'])
  const [change] = changesOf(longer, document({ age: { type: 'integer', minimum: 1 } }))
  t.match(change, {
    path: 'age',
    text: 'minimum none → 1',
    old: { pointer: '#/components/schemas/Tree/properties/age' },
    new: { pointer: '#/components/schemas/Tree/properties/age/minimum' },
    witness: { value: { age: 0 } },
  })
})
