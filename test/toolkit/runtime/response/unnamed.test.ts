import type { OperationResult } from 'fastify-contract'
import t, { type Test } from 'tap'
import type { LogLine } from '../../../helpers/log.js'
import { rowsOf, tableOf } from '../../../helpers/rows.js'
import { type Serving, serveLogged } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

const SECRET = 'SECRET'

/** Schemas by their names; `$NAME` refers to another one. */
const SCHEMAS = rowsOf(`
  Members | {type: object, properties: {a: {type: string}}}
  Free | {type: object}
  Demanding | {type: object, required: [id]}
  Asking | {allOf: [$Members, {required: [id]}], dependentRequired: {id: [at]}}
  Open | {type: object, properties: {a: {type: string}}, additionalProperties: true}
  Map | {type: object, additionalProperties: $Members}
  Patterns | {type: object, properties: {x-a: {properties: {a: true}}}, patternProperties: {'^x-': {properties: {b: true}}, '^(a+)+$': {properties: {c: true}}}}
  Unevaluated | {allOf: [$Members], unevaluatedProperties: {properties: {c: true}}}
  Inherited | {allOf: [$Nested, {properties: {in: {properties: {c: true}}, list: {items: {properties: {c: true}}}}}]}
  Nested | {type: object, properties: {in: {properties: {a: true}}, list: {type: array, items: {properties: {a: true}}}}}
  Choice | {oneOf: [{type: object, required: [kind, a], properties: {kind: {const: a}, a: true}}, {type: object, required: [kind], properties: {kind: {const: b}, b: true}}]}
  Untold | {anyOf: [{properties: {'n': {type: number}, a: true}, required: [a]}, {properties: {'n': {type: string}, b: true}}, {type: string}]}
  Only | {oneOf: [$Members, {type: array, items: $Members}, {type: 'null'}]}
  Anything | {anyOf: [$Members, {type: object}]}
  Constrained | {type: object, properties: {a: {type: string}}, anyOf: [{required: [b]}, {required: [c]}]}
  Conditional | {type: object, if: {properties: {kind: {const: a}}}, then: {properties: {a: true}}, else: {properties: {b: true}}, dependentSchemas: {at: {properties: {by: true}}}, properties: {at: true}}
  Base | {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
  Heir | {allOf: [$Base, {properties: {own: true, key: {writeOnly: true}}}]}
  Other | {allOf: [$Base]}
  Fish | {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {shark: Shark}}}
  Shark | {allOf: [$Fish], properties: {kind: {const: shark}, shape: {type: string}}, discriminator: {propertyName: shape, mapping: {saw: Saw}}}
  Saw | {allOf: [$Shark], properties: {shape: {const: saw}, teeth: true}}
  Goblin | {allOf: [$Shark], properties: {shape: {const: goblin}}}
  Tuple | {type: array, prefixItems: [{properties: {a: true}}, {type: string}], items: {properties: {b: true}}}
  Circle | {type: [object, 'null'], properties: {next: $Circle}}
`)

type Row = [name: string, body: unknown, sent: unknown, left: unknown]

/** Values of the schemas, what is sent of them, and what is left out, which the log names. */
const ROWS = tableOf<Row>(`
  Members | {a: x, passwordHash: SECRET} | {a: x} | [body/passwordHash]
  Members | {'a/b~': SECRET} | {} | ['body/a~1b~0']
  Free | {a: {b: 1}} | {a: {b: 1}} | []
  Demanding | {id: 1, b: 1} | {id: 1, b: 1} | []
  Asking | {a: x, id: 1, at: 2, b: SECRET} | {a: x, id: 1, at: 2} | [body/b]
  Open | {a: x, b: 1} | {a: x, b: 1} | []
  Map | {k: {a: x, b: SECRET}} | {k: {a: x}} | [body/k/b]
  Patterns | {x-a: {a: 1, b: 2, c: SECRET}, x-b: {a: SECRET, b: 2}, aa: {c: 1}, 'y': SECRET} | {x-a: {a: 1, b: 2}, x-b: {b: 2}, aa: {c: 1}} | [body/x-a/c, body/x-b/a, body/y]
  Unevaluated | {a: x, b: {c: 1, d: SECRET}} | {a: x, b: {c: 1}} | [body/b/d]
  Inherited | {in: {a: 1, c: 2, d: SECRET}, list: [{a: 1, c: 2, d: SECRET}, {d: 1}], d: SECRET} | {in: {a: 1, c: 2}, list: [{a: 1, c: 2}, {}]} | [body/in/d, body/list/0/d, body/d]
  Nested | {list: [{a: 1}, {a: 1, b: SECRET}]} | {list: [{a: 1}, {a: 1}]} | [body/list/1/b]
  Choice | {kind: a, a: 1, b: SECRET} | {kind: a, a: 1} | [body/b]
  Choice | {kind: b, a: SECRET, b: 1} | {kind: b, b: 1} | [body/a]
  Untold | {'n': 1, a: 1, b: SECRET} | {'n': 1, a: 1} | [body/b]
  Untold | {'n': x, a: SECRET, b: 1} | {'n': x, b: 1} | [body/a]
  Untold | {a: 1, b: 1, c: SECRET} | {a: 1, b: 1} | [body/c]
  Untold | text | text | []
  Only | {a: x, b: SECRET} | {a: x} | [body/b]
  Only | [{b: SECRET}] | [{}] | [body/0/b]
  Only | null | null | []
  Anything | {a: x, b: 1} | {a: x, b: 1} | []
  Constrained | {a: x, b: 1, d: SECRET} | {a: x, b: 1} | [body/d]
  Conditional | {kind: a, a: 1, b: SECRET, by: SECRET} | {kind: a, a: 1} | [body/b, body/by]
  Conditional | {kind: b, a: SECRET, b: 1, at: 1, by: 2} | {kind: b, b: 1, at: 1, by: 2} | [body/a]
  Base | {kind: Heir, own: 1, b: SECRET} | {kind: Heir, own: 1} | [body/b]
  Base | {kind: Heir, own: 1, key: SECRET} | {kind: Heir, own: 1} | [body/key]
  Base | {kind: Other, own: SECRET} | {kind: Other} | [body/own]
  Fish | {kind: shark, shape: saw, teeth: 5, b: SECRET} | {kind: shark, shape: saw, teeth: 5} | [body/b]
  Behind | {kind: Heir, own: 1, b: SECRET} | {kind: Heir, own: 1} | [body/b]
  Inline | {kind: Part, own: 1, b: SECRET} | {kind: Part, own: 1} | [body/b]
  Heir | {kind: Heir, own: 1, b: SECRET} | {kind: Heir, own: 1} | [body/b]
  Tuple | [{a: 1, b: SECRET}, x, {a: SECRET, b: 1}] | [{a: 1}, x, {b: 1}] | [body/0/b, body/2/a]
  Circle | {next: {next: null, b: SECRET}} | {next: {next: null}} | [body/next/b]
`)

const rows: Row[] = [
  ['Members', { a: 'x', none: undefined, call: () => 1 }, { a: 'x' }, []],
  ...ROWS,
]

const names = [...SCHEMAS.map(([name = '']) => name), 'Behind', 'Inline']
const operations = SCHEMAS.map(
  ([name, schema]) => `GET /${name}: { operationId: ${name}, 200: $${name} }\n${name}: ${schema}`,
)
const behind = 'GET /Behind: { operationId: Behind, 200: { allOf: [$Base] } }'
/** A base that is no component. */
const inline = `GET /Inline: { operationId: Inline, 200: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { Part: '#/components/schemas/Part' } } } }
Part: { allOf: [{ $ref: '#/paths/~1Inline/get/responses/200/content/application~1json/schema' }, { properties: { own: true } }] }`
const contract = await contractIn([...operations, behind, inline].join('\n'))

async function serving(t: Test, result: OperationResult, options: Serving = {}) {
  const handlers = Object.fromEntries(names.map((name) => [name, () => result]))
  const { app, lines } = await serveLogged(t, contract, { handlers, ...options })
  return { app, lines, warnings: () => lines.filter(({ level }) => level === 40) }
}

function membersIn(lines: readonly LogLine[]): unknown[] {
  return lines.flatMap(({ members }) => members)
}

for (const [name, body, sent, left] of rows) {
  t.test(`${name}: of ${JSON.stringify(body)} what is named is sent`, async (t) => {
    const before = structuredCloneOf(body)
    const { app, lines, warnings } = await serving(t, { status: 200, body })
    for (const _ of [1, 2]) {
      const response = await app.inject(`/${name}`)
      t.same([response.statusCode, response.json()], [200, sent])
    }
    t.same(membersIn(warnings()), left, 'each is told once')
    for (const line of warnings()) t.match(line, { operation: name, status: 200 })
    t.notMatch(JSON.stringify(lines), SECRET)
    t.same(structuredCloneOf(body), before, 'what the handler returned is as it was')
  })
  t.test(`${name}: of ${JSON.stringify(body)} all is sent where it shall be`, async (t) => {
    const { app, warnings } = await serving(t, { status: 200, body }, { unnamedMembers: 'send' })
    const response = await app.inject(`/${name}`)
    t.same([response.statusCode, response.json()], [200, JSON.parse(JSON.stringify(body))])
    t.same(warnings(), [])
  })
  t.test(`${name}: of ${JSON.stringify(body)} the same is sent unchecked`, async (t) => {
    const { app } = await serving(t, { status: 200, body }, { responses: 'off' })
    t.same((await app.inject(`/${name}`)).json(), sent)
  })
}

/** A copy by way of JSON, in which null replaces values that JSON does not have. */
function structuredCloneOf(value: unknown): unknown {
  return structuredClone(JSON.parse(JSON.stringify(value, (_, each) => each ?? null)))
}
