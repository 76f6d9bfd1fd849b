import t from 'tap'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import type { MediaType, Operation } from '#toolkit/conformance/document/contract.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { writeRequest } from '#toolkit/conformance/requests/write-request.js'
import { validParts } from '#toolkit/conformance/run/base-request.js'
import { objectOf, tableOf } from '../../../helpers/rows.js'
import { contractOf, pathsOf } from '../helpers/documents.js'
import { type Fault, played } from '../state/small-world.js'

const COMPONENTS = objectOf(`
  schemas:
    Country: { type: string, minLength: 2, maxLength: 2, examples: [DE] }
    Money: { type: object, examples: [{ amount: 5, currency: EUR }], properties: { amount: { type: integer }, currency: { type: string } } }
    Iban: { type: string, pattern: '^[A-Z0-9]+$', example: DE89370400440532013000 }
`)

const COUNTRY = "$ref: '#/components/schemas/Country'"

function drawnFor(asks: object) {
  const contract = contractOf(
    { '/a': { post: { requestBody: { content: { 'application/json': { schema: asks } } } } } },
    { components: COMPONENTS },
  )
  const [operation] = contract.operations as [Operation]
  const media = operation.requestBody?.content[0] as MediaType & { schema: string }
  const source = new RequestSource(contract, new Identities(), 1)
  const draw = () => source.bodyValue(operation, media)
  return { draw, schema: contract.reference(media.schema), context: edgeContext(contract, source) }
}

for (const [name, asks, body] of tableOf<[name: string, asks: object, body: unknown]>(`
  those of members are put together | {required: [a, b], properties: {a: {type: string, example: x}, b: {${COUNTRY}}}} | {a: x, b: DE}
  that of the whole is before those of members | {examples: [{a: 1}], properties: {a: {type: integer, example: 2}, b: {type: integer}}} | {a: 1}
  that beside a reference is before that of its target | {properties: {a: {${COUNTRY}, examples: [FR]}}} | {a: FR}
  one that the schema refuses is none | {properties: {a: {type: integer, minimum: 5, examples: [1, 71234]}}} | {a: 71234}
  members have theirs where that of the whole is refused | {required: [a], examples: [{}], properties: {a: {type: string, example: x}}} | {a: x}
  items of a list have theirs | {properties: {a: {type: array, items: {${COUNTRY}}}}} | {a: [DE]}
  objects below have theirs | {properties: {a: {$ref: '#/components/schemas/Money'}}} | {a: {amount: 5, currency: EUR}}
  it is one of the values that are listed | {properties: {a: {enum: [x, y, z], example: z}}} | {a: z}
  it is before a default | {properties: {a: {type: integer, default: 1, example: 2}}} | {a: 2}
  members that clients do not set are left out | {examples: [{a: 1, made: x}], properties: {a: {type: integer}, made: {type: string, readOnly: true}}} | {a: 1}
  its days stay in their order | {examples: [{to: '2026-02-02', from: '2026-01-01'}], properties: {to: {type: string, format: date}, from: {type: string, format: date}}} | {to: '2026-02-02', from: '2026-01-01'}
`)) {
  t.test(`a valid body begins with examples: ${name}`, async (t) => {
    t.same(drawnFor({ type: 'object', ...asks }).draw(), body)
  })
}

t.test('an identity is another one than that of an example', async (t) => {
  const { draw } = drawnFor({ type: 'object', examples: [{ sku: 'A-17', name: 'n' }] })
  const all = [draw(), draw()].map((each) => Object(each))
  t.same(new Set(all.map(({ sku }) => sku)).size, 2)
  t.notOk(all.some(({ sku }) => sku === 'A-17'))
})

t.test('values that are drawn for cases begin with the example, and differ', async (t) => {
  const { schema, context } = drawnFor({
    ...{ type: 'object', required: ['a', 'b'] },
    properties: { a: { type: 'string', example: 'x' }, b: { type: 'integer', example: 7 } },
  })
  const values = context.draw([schema as never], 4)
  t.same(values[0], { a: 'x', b: 7 })
  t.equal(new Set(values.map((each) => JSON.stringify(each))).size, 4)
})

t.test('a parameter that has to be there has the example of its schema', async (t) => {
  const paths = pathsOf(`
    GET /a | {parameters: [{name: in, in: query, required: true, schema: {${COUNTRY}}}, {name: of, in: query, schema: {${COUNTRY}}}], 200: null}
  `)
  const contract = contractOf(paths, { components: COMPONENTS })
  const source = new RequestSource(contract, new Identities(), 1)
  const parts = source.valid(contract.operations[0] as Operation)
  t.equal(parts && writeRequest(parts).target, '/a?in=DE')
})

t.test('a server may check what a document says in examples alone', async (t) => {
  const asks = objectOf(`
    type: object
    required: [iban, branchId]
    properties: { iban: { $ref: '#/components/schemas/Iban' }, branchId: { type: integer, example: 7 } }
  `)
  const checked: Fault = ({ method, body }) => {
    const { iban, branchId } = Object(body)
    if (method !== 'POST' || (iban === 'DE89370400440532013000' && branchId === 7)) return undefined
    return { status: 400, body: {} }
  }
  const { kit, world } = await played({ asks, more: { components: COMPONENTS } }, checked, [])
  t.equal(world.things.size, 1)
  const create = kit.contract.operations.find(({ method }) => method === 'POST') as Operation
  t.match(validParts(kit, create).body, { value: { branchId: 7 } })
})
