import t from 'tap'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { inOrder } from '#toolkit/conformance/requests/in-order.js'
import { parametersOf } from '#toolkit/conformance/requests/parts.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { objectOf } from '../../../helpers/rows.js'
import { contractOf, pathsOf } from '../helpers/documents.js'

const contract = contractOf(
  pathsOf(`
    POST /guests | {asks: {$ref: '#/components/schemas/Guest'}, 200: null}
    GET /guests/{guestId} | {path: {guestId: {type: string, format: uuid}}, 200: null}
    GET /rooms/{number} | {path: {number: {type: integer, format: int32}}, 200: null}
    GET /books/{isbn} | {path: {isbn: {type: string, pattern: '^9[0-9]{12}$'}}, 200: null}
    GET /agents/{agent} | {path: {agent: {type: string}}, 200: null}
    GET /coupons/{code} | {path: {code: {type: string, pattern: '^9[0-9]{12}$'}}, 200: null}
    GET /order-items/{id} | {path: {id: {type: integer, format: int32}}, 200: null}
    POST /stays | {asks: {$ref: '#/components/schemas/Stay'}, header: {Idempotency-Key!: {type: string, minLength: 8}}, 200: null}
  `),
  {
    components: objectOf(`
      schemas:
        Guest:
          type: object
          properties: { guestId: &uuid { type: string, format: uuid }, name: &text { type: string } }
        Stay:
          type: object
          properties:
            guestId: *uuid
            paying_guest_id: *uuid
            guest: *text
            agent: *text
            room: &number { type: integer, format: int32 }
            rooms: { type: array, items: { type: object, properties: { room: *number } } }
            orderItemId: *number
            isbn: &isbn { type: string, pattern: '^9[0-9]{12}$' }
            code: *isbn
            ownId: *uuid
            host: { type: object, properties: { guestId: { type: integer } } }
            begins: &date { type: string, format: date }
            ends: *date
            guestIds: { type: array, items: *uuid }
            nights: { type: array, items: { type: object, properties: { from: *date, to: *date } } }
    `),
  },
)

const [GUEST, OTHER] = [
  'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a11',
  'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a12',
]
const ISBN = '9783161484100'
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
    '/books/{isbn}': ['isbn', ISBN],
    '/coupons/{code}': ['code', ISBN],
    '/agents/{agent}': ['agent', 'ag-1'],
  })
  const led = (value: object) => source.fresh.of(STAY, value)
  for (const [sent, wanted] of [
    [{ guestId: OTHER }, { guestId: GUEST }],
    [{ paying_guest_id: OTHER }, { paying_guest_id: GUEST }],
    [{ room: 5 }, { room: 101 }],
    [{ guestIds: [OTHER, OTHER] }, { guestIds: [GUEST] }],
    [{ rooms: [{ room: 5 }, {}] }, { rooms: [{ room: 101 }, {}] }],
    [{ orderItemId: 5 }, { orderItemId: 7 }],
    [{ isbn: '9111111111111' }, { isbn: ISBN }],
    [{ agent: 'ada' }, { agent: 'ag-1' }],
    // A text of that name may be anything, and an identity of another type is another one.
    [{ guest: 'ada' }, { guest: 'ada' }],
    [{ host: { guestId: 5 } }, { host: { guestId: 5 } }],
  ] as const) {
    t.same(led(sent), wanted)
  }
  t.not(Object(led({ ownId: OTHER })).ownId, GUEST)
  // Many things have a code of their own.
  t.not(Object(led({ code: '9111111111111' })).code, ISBN)
  identities.learn('/guests/{guestId}', 'guestId', OTHER)
  t.same(led({ guestId: GUEST }), { guestId: OTHER }, 'what is there now')
  identities.learnSecond('/guests/{}', GUEST)
  const two = { guestId: OTHER, paying_guest_id: GUEST }
  t.same(led({ guestId: OTHER, paying_guest_id: OTHER }), two, 'one of two is the second')
  t.same(led({ guestIds: [] }), { guestIds: [OTHER, GUEST] })
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
