import { Readable } from 'node:stream'
import t from 'tap'
import { itemIn, listEnvelope } from '#toolkit/mock/envelope.js'
import { acceptedBy, counted, fitted } from '#toolkit/mock/fitting.js'
import { identified, identityOf } from '#toolkit/mock/identity.js'
import { itemSent } from '#toolkit/mock/item-shape.js'
import { itemSource } from '#toolkit/mock/item-source.js'
import { makeRoom } from '#toolkit/mock/make-room.js'
import { newId } from '#toolkit/mock/new-id.js'
import { withoutBytes } from '#toolkit/mock/request-texts.js'
import { described } from '#toolkit/mock/schema-parts.js'
import { selected } from '#toolkit/mock/selection.js'

t.test('the place of an item is the likest to it', async (t) => {
  const shape = {
    id: 'id',
    properties: new Map(['id', 'a', 'b'].map((each) => [each, {} as never])),
  }
  const place = (properties: object) => itemIn({}, { pointer: '#', value: { properties } }, shape)
  const item = { properties: { id: {}, a: {} } }
  t.same(place({ other: { properties: { id: {}, c: {} } }, one: item }), ['one'])
  t.same(place({ a: {}, b: {}, c: {} }), [], 'without its id')
  t.equal(place({ a: {}, c: {} }), undefined)
  t.equal(place({}), undefined)
})

t.test('what a client sends may be around the item', async (t) => {
  const shape = { id: 'id', properties: new Map([['a', {} as never]]) }
  t.same(itemSent(shape, { a: 1 }), { a: 1 })
  t.same(itemSent(shape, { item: { a: 1 } }), { a: 1 })
  t.same(itemSent(shape, { item: { b: 1 } }), { item: { b: 1 } })
})

t.test('an id is looked for in the item of a body and no deeper', async (t) => {
  const put = (body: object) => identified(body, [identityOf('id', 1)], () => true)
  t.same(put({ data: { item: { id: 0 } } }), { data: { item: { id: 1 } } })
  t.same(put({ data: { item: { data: { id: 0 } } } }), { data: { item: { data: { id: 0 } } } })
  t.same(put({ owner: { id: 0 } }), { owner: { id: 0 } })
})

t.test('the operation of an item is loaded', async (t) => {
  const shape = { id: 'id', properties: new Map() }
  const params = { schema: 's', parameters: [], validate: (value: object) => 'id' in value }
  const operation = { load: async () => ({ params, responses: {} }) }
  const sources = { draw: () => ({ id: 'drawn' }) } as never
  const item = { operation: operation as never, parameter: 'id', examples: [] }
  const source = await itemSource(item, shape, sources)
  t.ok(source.isPossible({}, 'a'))
  t.equal(source.drawId(), 'drawn')
  const other = await itemSource(undefined, shape, sources)
  t.ok(other.isPossible({}, 'a'))
  t.equal(other.drawId(), undefined)
})

t.test('ids are the simplest that are possible', async (t) => {
  const choice = (more: object) =>
    newId({
      schema: undefined,
      known: new Set(['1', 'a']),
      sample: 'a',
      draws: [],
      isPossible: () => true,
      ...more,
    })
  t.equal(choice({}), '2')
  t.equal(choice({ sample: 'b', isPossible: (id: unknown) => id === 'b' }), 'b')
  const draws = [() => undefined, () => 'c']
  t.equal(choice({ draws, isPossible: (id: unknown) => id === 'c' }), 'c')
  t.equal(choice({ draws, isPossible: () => false }), 'a', 'the one that a response has')
  t.equal(choice({ sample: undefined, isPossible: () => false }), '2')
})

t.test('a schema that says nothing is that of an example', async (t) => {
  const located = (value: unknown) => ({ pointer: '#', value })
  const list = located({ items: {} })
  t.equal(described({}, list, {}), list)
  const object = { type: 'object', properties: { a: {}, b: { type: 'array', items: {} } } }
  t.same(described({}, located({ type: 'object' }), { a: 1, b: ['x'] })?.value, object)
  t.same(described({}, undefined, [])?.value, { type: 'array' })
  t.equal(described({}, undefined, undefined), undefined)
  let deep: unknown = 1
  for (let depth = 0; depth < 9; depth++) deep = { deep }
  t.match(described({}, undefined, deep)?.value, { type: 'object' })
})

t.test('an item has what its body must have', async (t) => {
  const draw = () => undefined
  const bodies = { accepts: (body: unknown) => Object.hasOwn(Object(body), 'a'), draw }
  t.same(fitted({ a: 1, b: 2 }, [], { c: 3 }, bodies), { a: 1, c: 3 })
  t.same(fitted({ a: 1, b: 2 }, [], { a: 3 }, bodies), { a: 3 })
  const accepts = (body: unknown) => Object(body).a === 1
  t.same(fitted({ a: 1 }, [], { a: 2, b: 2 }, { accepts, draw }), { a: 1, b: 2 })
  const inner = counted({ meta: { total: 9 }, n: 1 }, 2, () => true)
  t.same(inner, { meta: { total: 2 }, n: 1 })
  t.same(
    counted({ total: 1 }, 2, () => true),
    { total: 2 },
  )
  t.same(
    counted({ total: 1 }, 2, () => false),
    { total: 1 },
  )
})

t.test('a body without a documented media type is any', async (t) => {
  const operation = { responses: {} } as never
  t.ok(acceptedBy(operation, { status: 204 })(1))
  t.ok(acceptedBy(operation, { status: 200, contentType: 'application/json' } as never)(1))
})

t.test('the list of a body that has its items is found', async (t) => {
  const list = { type: 'array' }
  const items = {
    allOf: [{ type: 'array', items: { properties: { id: {} } } }, { description: 'd' }],
  }
  const found = (properties: object) =>
    listEnvelope({}, { pointer: '#', value: { type: 'object', properties } }, ['id'])
  t.same(found({ pets: list }), ['pets'], 'the only one')
  t.equal(found({ pets: list, owners: list }), undefined)
  t.same(found({ pets: list, data: list }), ['data'], 'by its name')
  t.same(found({ data: list, pets: items }), ['pets'], 'by the ids of its items')
  t.same(found({ pets: items, data: items }), ['data'])
  t.same(found({ data: { properties: { pets: items } } }), ['data', 'pets'])
  t.equal(found({ data: { properties: { pets: list } } }), undefined)
  t.equal(found({ a: { properties: { b: { properties: { pets: items } } } } }), undefined)
})

t.test('queries select items', async (t) => {
  const items = Array.from({ length: 5 }, (_, n) => ({ id: n, kind: n % 2 ? 'odd' : 'even' }))
  const ids = (query: object) => selected(items, query as never).page.map(({ id }) => id)
  t.same(ids({}), [0, 1, 2, 3, 4])
  t.same(ids({ kind: 'odd', other: 1 }), [1, 3])
  t.same(ids({ id: [1, '2'] }), [1, 2])
  t.same(ids({ kinds: ['odd'] }), [1, 3])
  t.same(ids({ limit: 2, offset: 1 }), [1, 2])
  t.same(ids({ per_page: 2, page: 2 }), [2, 3])
  t.same(ids({ page: 1 }), [0, 1, 2, 3, 4])
  t.same(ids({ limit: -1, offset: 'x' }), [0, 1, 2, 3, 4])
  t.equal(selected(items, { limit: 1 }).all.length, 5)
  const inside = [
    { id: 1, owner: { id: 3 }, tags: ['a', 'b'] },
    { id: 2, owner: 4, tags: ['c'] },
  ]
  const table: [query: object, ids: number[]][] = [
    [{ owner: 4 }, [1, 2]],
    [{ owner: 5 }, [1]],
    [{ tags: 'b' }, [1]],
  ]
  for (const [query, wanted] of table) {
    const { page } = selected(inside, query as never)
    t.same(
      page.map(({ id }) => id),
      wanted,
      'an object is selected by nothing',
    )
  }
})

t.test('a map has room for some members', async (t) => {
  const map = new Map(['a', 'b', 'c'].map((name) => [name, 1]))
  makeRoom(map, 2)
  t.same([...map.keys()], ['b', 'c'])
  makeRoom(map)
  t.equal(map.size, 2)
})

t.test('a body without its bytes has its other members', async (t) => {
  const stream = Readable.from([])
  const of = (body: unknown) => withoutBytes({ body } as never).body
  const body = { title: 'fern', photo: { stream }, more: stream, stream: 'a' }
  t.strictSame(of(body), { title: 'fern', stream: 'a' })
  t.equal(of(stream), undefined)
  for (const each of [null, 'a', [1], { a: { stream: null } }]) t.equal(of(each), each)
})
