import t from 'tap'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { inOrder } from '#toolkit/conformance/requests/in-order.js'
import { parametersOf } from '#toolkit/conformance/requests/parts.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { contractOf } from '../helpers/documents.js'

const uuid = { type: 'string', format: 'uuid' }
const number = { type: 'integer', format: 'int32' }
const date = { type: 'string', format: 'date' }
const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({
  requestBody: { required: true, content: { 'application/json': { schema: ref(name) } } },
})
const responses = { 200: { description: 'It.' } }
const at = (name: string, schema: object) => ({
  parameters: [{ name, in: 'path', required: true, schema }],
  get: { responses },
})
const object = (properties: object) => ({ type: 'object', properties })
const KEY = { type: 'string', minLength: 8 }

const contract = contractOf(
  {
    '/guests': { post: { ...body('Guest'), responses } },
    '/guests/{guestId}': at('guestId', uuid),
    '/rooms/{number}': at('number', number),
    '/order-items/{id}': at('id', number),
    '/stays': {
      post: {
        ...body('Stay'),
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: KEY }],
        responses,
      },
    },
  },
  {
    components: {
      schemas: {
        Guest: object({ guestId: uuid, name: text }),
        Stay: object({
          guestId: uuid,
          paying_guest_id: uuid,
          guest: text,
          room: number,
          rooms: { type: 'array', items: object({ room: number }) },
          orderItemId: number,
          ownId: uuid,
          host: object({ guestId: { type: 'integer' } }),
          begins: date,
          ends: date,
          nights: { type: 'array', items: object({ from: date, to: date }) },
        }),
      },
    },
  },
)

const [GUEST, OTHER] = [
  'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a11',
  'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a12',
]
const [createGuest, createStay] = contract.operations.filter(({ method }) => method === 'POST')

function sourceWith(known: Readonly<Record<string, readonly [name: string, value: unknown]>>) {
  const identities = new Identities()
  for (const [path, [name, value]] of Object.entries(known)) identities.learn(path, name, value)
  return { identities, source: new RequestSource(contract, identities, 1) }
}

const schemaOf = (operation: typeof createStay) => {
  const [media] = operation?.requestBody?.content ?? []
  return contract.reference(String(media?.schema))
}
const STAY = schemaOf(createStay)

t.test('a member that names another thing has the identity of one that there is', async (t) => {
  const { identities, source } = sourceWith({
    '/guests/{guestId}': ['guestId', GUEST],
    '/rooms/{number}': ['number', 101],
    '/order-items/{id}': ['id', 7],
  })
  const led = (value: object) => source.fresh.of(STAY, value)
  for (const [sent, wanted] of [
    [{ guestId: OTHER }, { guestId: GUEST }],
    [{ paying_guest_id: OTHER }, { paying_guest_id: GUEST }],
    [{ room: 5 }, { room: 101 }],
    [{ rooms: [{ room: 5 }, {}] }, { rooms: [{ room: 101 }, {}] }],
    [{ orderItemId: 5 }, { orderItemId: 7 }],
    // A text of that name may be anything, and an identity of another type is another one.
    [{ guest: 'ada' }, { guest: 'ada' }],
    [{ host: { guestId: 5 } }, { host: { guestId: 5 } }],
  ] as const) {
    t.same(led(sent), wanted)
  }
  t.not(Object(led({ ownId: OTHER })).ownId, GUEST)
  identities.learn('/guests/{guestId}', 'guestId', OTHER)
  t.same(led({ guestId: GUEST }), { guestId: OTHER }, 'what is there now')
})

t.test('a thing does not name itself, and what is not known is drawn', async (t) => {
  const known = sourceWith({ '/guests/{guestId}': ['guestId', GUEST] }).source
  const made = Object(known.fresh.of(schemaOf(createGuest), { guestId: GUEST }))
  t.not(made.guestId, GUEST)
  const { source } = sourceWith({})
  t.same(source.fresh.of(STAY, { room: 5 }), { room: 5 })
})

t.test('days are in the order in which the schema names them', async (t) => {
  const ordered = (value: object) => inOrder(contract, STAY, value)
  const [early, late] = ['2024-01-02', '2025-01-02']
  t.same(ordered({ ends: early, begins: late }), { begins: early, ends: late })
  t.same(ordered({ nights: [{ to: early, from: late }] }), { nights: [{ from: early, to: late }] })
  for (const value of [{ begins: early, ends: late }, { ends: early }, { nights: [] }, { a: late }])
    t.equal(ordered(value), value)
})

t.test('each request has a key of its own, but for one that a case has chosen', async (t) => {
  const { source } = sourceWith({})
  if (createStay === undefined) throw new Error('there is an operation')
  const [key] = parametersOf(createStay).filter((each) => each.in === 'header')
  const parts = source.valid(createStay)
  if (key === undefined || parts === undefined) throw new Error('it has a key')
  const keyOf = (given: typeof parts) => Object(source.renewed(given).parameters.get(key)).value
  const all = [Object(parts.parameters.get(key)).value, keyOf(parts), keyOf(parts)]
  t.equal(new Set(all).size, 3)
  t.ok(all.every((each) => contract.verdicts.accepts(key.schema, each)))
  const chosen = { ...parts, parameters: new Map([[key, { value: 'of-a-case' }]]) }
  t.equal(keyOf(chosen), 'of-a-case')
})
