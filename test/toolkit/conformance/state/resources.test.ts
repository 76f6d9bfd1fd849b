import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import {
  contentOf,
  itemPlace,
  listPlace,
  recordsPlace,
} from '#toolkit/conformance/resources/places.js'
import { chosenName, findResources } from '#toolkit/conformance/resources/resource.js'
import { findSingles } from '#toolkit/conformance/resources/singles.js'
import { identityAt, identityIn, pathOf } from '#toolkit/conformance/resources/thing.js'
import { mayBeSent } from '#toolkit/conformance/run/permissions.js'
import { contractOf, pathsWith } from '../helpers/documents.js'

const string = { type: 'string' }
const pet = { type: 'object', properties: { id: string, tags: { type: 'array', items: string } } }
const ref = { $ref: '#/components/schemas/Pet' }
const object = (properties: object) => ({ type: 'object', properties })
const list = { type: 'array', items: pet }

const contract = contractOf(
  pathsWith({
    ...{ Pet: pet, Ref: ref, Text: string, Any: { type: 'array' }, Id: object({ id: string }) },
    ...{ Data: object({ data: list }), Made: object({ pet }) },
    ...{ Two: object({ one: list, other: list }), Items: object({ items: { type: 'array' } }) },
  })(`
    GET /houses/{house}/pets | {200: Data}
    POST /houses/{house}/pets | {asks: Pet, 201: Made}
    PUT /houses/{house}/pets | {asks: Pet, 200: Pet}
    GET /houses/{id}/pets/{petId} | {200: Pet}
    PUT /houses/{id}/pets/{petId} | {asks: Pet, 200: Pet}
    GET /houses/{id} | {200: Pet}
    GET /houses | {200: Two}
    GET /houses/{id}/roof | {200: Text}
    PUT /houses/{id}/roof | {asks: Pet, 200: Pet}
    GET /houses/{id}/hours | {200: Data}
    PUT /houses/{id}/hours | {asks: Data, 200: Data}
    GET /houses/{id}/walls | {200: [Pet]}
    PUT /houses/{id}/walls | {asks: Pet, 200: Pet}
    PUT /houses/{id}/doors | {asks: Pet, 200: Pet}
    GET /cages | {200: [Pet]}
    PUT /cages | {asks: Pet, 200: Pet}
    GET /cages/{id} | {200: Pet}
    GET /bags | {200: Items}
    POST /any | {asks: Pet, 200: Any}
    GET /vans/{id} | {200: Ref}
    POST /vans/{id}/paint | {asks: Id, 200: Ref, 409: null}
    POST /notes | {asks: Ref, 200: Ref}
    POST /search | {asks: Pet, 200: [Pet]}
    POST /translate | {asks: Pet, 200: Id}
    POST /ping | {201: null}
    POST /log | {asks: Pet, 200: null}
    GET /lines | {200: {application/jsonl: {schema: {type: array}}}, 404: {application/jsonl: {schema: {type: array}}}}
    GET /me | {200: Pet}
    HEAD /things/{id} | {200: null}
  `),
  { components: { schemas: { Pet: pet } } },
)
const resources = findResources(contract)
const named = (collection: string) => resources.find((each) => each.collection === collection)
const operation = (method: string, path: string) =>
  contract.operations.find((each) => each.method === method && each.path === path) as never

t.test('resources of a document', async (t) => {
  t.same(
    resources.map(({ collection, operations, parent }) => [
      collection,
      Object.keys(operations).sort().join(' '),
      parent?.collection,
    ]),
    [
      ['/houses', 'read', undefined],
      ['/cages', 'list read', undefined],
      ['/bags', 'list', undefined],
      ['/vans', 'read', undefined],
      ['/notes', 'create', undefined],
      ['/ping', 'create', undefined],
      ['/houses/{house}/pets', 'create list read replace', '/houses'],
      ['/houses/{id}/walls', 'list', '/houses'],
    ],
  )
  t.same(
    findSingles(contract, resources).map(({ read, parent }) => [read.path, parent?.collection]),
    [
      ['/houses/{id}/roof', '/houses'],
      ['/houses/{id}/hours', '/houses'],
    ],
  )
})

t.test('the identity that clients choose has the name that the path calls it by', async (t) => {
  const Shop = object({ key: string, name: string })
  const shops = contractOf(
    pathsWith({ Shop })(`
      POST /shops | {asks: Shop, 201: Shop}
      GET /shops/{shopKey} | {200: Shop}
      POST /boats | {asks: Shop, 201: Shop}
      GET /boats/{boatId} | {200: Shop}
    `),
  )
  const found = findResources(shops).map((each) => chosenName(shops, each))
  t.same(found, ['key', undefined])
})

t.test('parts of things that have a path elsewhere only for what is done with them', async (t) => {
  const parking = contractOf(
    pathsWith({ Pet: pet })(`
      POST /lots | {asks: Pet, 201: Pet}
      GET /lots/{lotId} | {200: Pet}
      GET /lots/{lotId}/stays | {200: [Pet]}
      POST /lots/{lotId}/stays | {asks: Pet, 201: Pet}
      POST /stays/{stayId}/leave | {200: Pet}
    `),
  )
  const [lots, stays, ...others] = findResources(parking)
  t.same(others, [])
  t.match(stays, { collection: '/stays', parameter: { name: 'stayId' }, parent: lots })
  t.same(Object.keys(stays?.operations ?? {}).sort(), ['create', 'list'])
})

t.test('places of lists and items', async (t) => {
  t.equal(listPlace(contract, operation('GET', '/houses/{house}/pets'))?.name, 'data')
  t.equal(listPlace(contract, operation('POST', '/search'))?.name, undefined)
  t.equal(listPlace(contract, operation('GET', '/me')), undefined)
  t.equal(listPlace(contract, operation('GET', '/houses')), undefined)
  t.equal(itemPlace(contract, operation('POST', '/houses/{house}/pets'), ['id'])?.name, 'pet')
  t.equal(itemPlace(contract, operation('POST', '/search'), ['id']), undefined)
  t.equal(itemPlace(contract, operation('POST', '/ping'), ['id']), undefined)
  t.same(listPlace(contract, operation('GET', '/bags')), { name: 'items', schema: true })
  t.same(listPlace(contract, operation('POST', '/any')), { name: undefined, schema: true })
  t.equal(contentOf({ a: 1 }, { name: 'a', schema: true }), 1)
  t.equal(contentOf({ a: 1 }, { name: 'b', schema: true }), undefined)
  t.equal(contentOf([], { name: 'b', schema: true }), undefined)
})

t.test('the place of records is that of a success', async (t) => {
  t.match(recordsPlace(contract, operation('GET', '/lines')), { framing: 'json-lines' })
  const { responses } = operation('GET', '/lines') as Operation
  const failures = responses.filter(({ status }) => status === '404')
  t.equal(recordsPlace(contract, { responses: failures } as never), undefined)
  t.equal(recordsPlace(contract, operation('GET', '/me')), undefined)
})

t.test('identities of items and of Locations', async (t) => {
  const pets = named('/houses/{house}/pets') as never
  const at = (location: string | undefined) => {
    const headers = location === undefined ? [] : [['Location', location] as const]
    return identityAt(
      contract,
      pets,
      { status: 201, headers, body: Buffer.alloc(0), ms: 0 },
      'http://x',
    )
  }
  t.equal(at('/houses/1/pets/rex%20one'), 'rex one')
  t.equal(at('http://x/api/houses/1/pets/rex/?a=1'), 'rex')
  t.equal(at('/houses/1/pets/%zz'), '%zz')
  t.equal(at('/houses/1'), undefined)
  t.equal(at('http://['), undefined)
  t.equal(at(undefined), undefined)
  t.equal(identityIn(contract, pets, { petId: {}, id: 'rex' }), 'rex')
  t.equal(identityIn(contract, pets, { name: 1 }), undefined)
  t.equal(identityIn(contract, pets, 'rex'), undefined)
  t.equal(pathOf('a', 'http://x/b/c'), '/b/a')
})

t.test('what may be sent', async (t) => {
  const may = (method: string, target: string, forbidden: string[] = [], readOnly = false) =>
    mayBeSent(contract, { forbidden, readOnly }, { method, target, headers: [] })
  const raw = (text: string, readOnly: boolean, forbidden: string[] = []) =>
    mayBeSent(contract, { forbidden, readOnly }, { bytes: Buffer.from(text) })
  t.ok(may('PUT', '/houses/1/doors'))
  t.notOk(may('PUT', '/houses/1/doors?a=1', ['PUT /houses/{id}/doors']))
  t.ok(may('GET', '/houses/1', ['PUT /houses/{id}/doors']))
  t.notOk(may('PUT', '/houses/1/doors', [], true))
  t.ok(raw('GET / HTTP/1.1\r\n', true))
  t.notOk(raw('post / HTTP/1.1\r\n', true))
  t.notOk(raw('', true))
  t.notOk(raw('PUT /houses/1/doors HTTP/1.1', false, ['PUT /houses/{id}/doors']))
})

t.test('what is created may have a list of its own', async (t) => {
  const Product = object({ sku: string, tags: { type: 'array' } })
  const shop = findResources(
    contractOf(
      pathsWith({ Product, Pet: pet })(`
        GET /products | {200: [Pet]}
        POST /products | {asks: Pet, 201: Product}
        GET /products/{sku} | {200: Product}
        POST /finds | {asks: Pet, 200: Product}
      `),
    ),
  )
  t.same(
    shop.map(({ collection, operations }) => [collection, ...Object.keys(operations).sort()]),
    [['/products', 'create', 'list', 'read']],
  )
})

t.test('what is made below one thing may have a path of its own elsewhere', async (t) => {
  const rooms = findResources(
    contractOf(
      pathsWith({ Ref: ref, Key: object({ id: string }) })(`
        GET /bookings/{id} | {200: Ref}
        DELETE /bookings/{id} | {204: null}
        GET /rooms/{roomId}/bookings | {200: [Ref]}
        POST /rooms/{roomId}/bookings | {asks: Ref, 201: Ref}
        POST /rooms/{roomId}/keys | {asks: Key, 201: Key}
        GET /keys/{id} | {200: Ref}
        POST /rooms/{roomId}/walls | {asks: Ref, 201: Ref}
        GET /walls/{id} | {200: Ref}
        GET /walls | {200: [Ref]}
        GET /rooms/{roomId} | {200: Key}
      `),
      { components: { schemas: { Pet: pet } } },
    ),
  )
  t.same(
    rooms.map(({ collection, operations, parent }) => [
      ...[collection, Object.keys(operations).sort().join(' ')],
      parent?.collection,
    ]),
    [
      ['/keys', 'read', undefined],
      ['/walls', 'list read', undefined],
      ['/rooms', 'read', undefined],
      ['/bookings', 'create list read remove', '/rooms'],
      ['/rooms/{roomId}/keys', 'create', '/rooms'],
      ['/rooms/{roomId}/walls', 'create', '/rooms'],
    ],
  )
})

t.test('what is added in several ways is added to the list above them', async (t) => {
  const points = findResources(
    contractOf(
      pathsWith({ Ref: ref, Key: object({ id: string }) })(`
        GET /members/{id} | {200: Key}
        GET /members/{id}/points | {200: [Ref]}
        POST /members/{id}/points/redeem | {asks: Key, 201: Ref, 409: null}
        POST /members/{id}/points/earn | {asks: Key, 201: Ref}
        GET /members/{id}/trips | {200: [Ref]}
        POST /members/{id}/trips/take | {asks: Key, 201: Key}
        POST /members/{id}/trips/plan | {asks: Ref, 200: Ref}
      `),
      { components: { schemas: { Pet: pet } } },
    ),
  )
  t.same(
    points.map(({ collection, operations }) => [collection, operations.create?.path]),
    [
      ['/members', undefined],
      ['/members/{id}/points', '/members/{id}/points/earn'],
      ['/members/{id}/points/redeem', '/members/{id}/points/redeem'],
      ['/members/{id}/trips', undefined],
      ['/members/{id}/trips/take', '/members/{id}/trips/take'],
      ['/members/{id}/trips/plan', '/members/{id}/trips/plan'],
    ],
  )
})

t.test('what is below things alone says how they are told apart', async (t) => {
  const rooms = findResources(
    contractOf(
      pathsWith({ Room: object({ code: string }) })(`
        POST /rooms | {asks: Room, 201: Room}
        GET /rooms | {200: [Room]}
        GET /rooms/{code}/keys | {200: [Room]}
      `),
    ),
  )
  t.same(
    rooms.map(({ collection, parameter, parent }) => [
      ...[collection, parameter?.name],
      parent?.collection,
    ]),
    [
      ['/rooms', 'code', undefined],
      ['/rooms/{code}/keys', undefined, '/rooms'],
    ],
  )
})
