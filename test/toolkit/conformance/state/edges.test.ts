import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { identityIsUnique, retryMakesNoSecond } from '#toolkit/conformance/probes/state/identity.js'
import { pagesAreTheList } from '#toolkit/conformance/probes/state/lists/paging.js'
import { patchIsPartial } from '#toolkit/conformance/probes/state/patched.js'
import { partsAreGone } from '#toolkit/conformance/probes/state/removed.js'
import { replacementIsWhole } from '#toolkit/conformance/probes/state/replaced.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { itemOf } from '#toolkit/conformance/resources/thing.js'
import { type Asked, type Fault, json, NAMED, played, type Reply } from './small-world.js'

const text = { type: 'string' }
const CHOSEN = { type: 'object', required: ['id'], properties: { id: text, name: text } }
const KEYED = {
  type: 'object',
  required: ['sku'],
  properties: { id: { ...text, readOnly: true }, sku: text },
}

/** Answers a POST of what is there already, by a member. */
const again =
  (name: string, answer: (asked: Asked) => Reply): Fault =>
  (asked, _, world) => {
    const value = Object(asked.body)[name]
    const isKnown = [...world.things.values()].some((each) => Object(each)[name] === value)
    return asked.method === 'POST' && isKnown ? answer(asked) : undefined
  }

t.test('a second content with one identity is noted where the document has no 409', async (t) => {
  const taking = again('id', ({ body }) => ({ status: 201, body }))
  const { told, notes } = await played({ asks: CHOSEN, statuses: [400] }, taking, [
    identityIsUnique,
  ])
  t.same(told, [])
  t.match(notes, [/another content with the same identity answers 201/])
})

t.test('a retry that has no answer with the thing says nothing of it', async (t) => {
  const shape = { asks: CHOSEN, description: 'It is safe to retry.' }
  for (const answer of [{ status: 302 }, { status: 201 }]) {
    const { told, world } = await played(
      shape,
      again('id', () => answer),
      [retryMakesNoSecond],
    )
    t.notOk(told.some((each) => /^(retry|round-trip):/.test(each)))
    t.ok(world.asks('POST').length > 2)
  }
})

t.test('a retry with its members in another order is the same', async (t) => {
  const shape = { asks: CHOSEN, description: 'It is safe to retry.' }
  const firsts = new Map<unknown, object>()
  const answer = (isSame: (one: object, other: object) => boolean) =>
    again('id', ({ body }) => {
      const first = firsts.get(Object(body).id) ?? Object(body)
      firsts.set(Object(body).id, first)
      return isSame(first, Object(body)) ? { status: 201, body } : { status: 409, body: {} }
    })
  const text = (value: object) => JSON.stringify(value)
  const retries = async (isSame: (one: object, other: object) => boolean) => {
    firsts.clear()
    const { told } = await played(shape, answer(isSame), [retryMakesNoSecond])
    return told.filter((each) => each.startsWith('retry:'))
  }
  t.same(await retries((one, other) => isDeepStrictEqual(one, other)), [])
  t.same(await retries((one, other) => text(one) === text(other)), [
    'retry: a success for the same members in another order | status 409',
  ])
})

t.test('a conflict is one still when another thing was made', async (t) => {
  let last: unknown
  const forgetting: Fault = (asked, correct, { things }) => {
    const id = Object(asked.body).id
    const isConflict = asked.method === 'POST' && things.has(String(id)) && last === id
    if (asked.method !== 'POST' || isConflict) return correct()
    things.delete(String(id))
    const reply = correct()
    if (reply.status < 300) last = id
    return reply
  }
  const { told } = await played({ asks: CHOSEN }, forgetting, [identityIsUnique])
  t.match(told, [/^identity-unique: status 409 for .*, as before \| status 201$/])
})

t.test('a key of others needs nothing but the 409 of POST where nothing is replaced', async (t) => {
  const refusing = again('sku', () => ({ status: 409, body: {} }))
  const shape = { asks: KEYED, only: 'create list read' }
  const { told, world } = await played(shape, refusing, [retryMakesNoSecond])
  t.same(told, [])
  t.ok(world.asks('POST').length > world.things.size, 'the key was sent twice')
})

t.test('an object without members is patched as a whole, one of numbers in parts', async (t) => {
  const properties = {
    none: { type: 'object', maxProperties: 0 },
    sizes: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
  }
  const asks = { type: 'object', required: Object.keys(properties), properties }
  const changes = {
    'application/merge-patch+json': {
      schema: { type: 'object', properties: properties },
    },
  }
  const merging: Fault = ({ method, body, path }, _, world) => {
    const id = path.split('/')[2] ?? ''
    if (method !== 'PATCH' || !world.things.has(id)) return undefined
    const { sizes, ...others } = Object(body)
    const known = Object(world.things.get(id))
    const merged = Object.entries({ ...known.sizes, ...sizes }).filter(([, each]) => each !== null)
    world.things.set(id, { ...known, ...others, sizes: Object.fromEntries(merged) })
    return { status: 200, body: world.things.get(id) }
  }
  const shape = { asks, answers: {}, changes, only: 'create read change' }
  const { told, world } = await played(shape, merging, [patchIsPartial])
  t.same(told, [])
  const bodies = world.asks('PATCH').map(({ body }) => JSON.stringify(body))
  t.ok(bodies.includes('{"none":{}}'))
  t.notOk(bodies.some((each) => each.includes('"none":{"')))
})

t.test('parts that no list has say nothing of their whole', async (t) => {
  const id = (name: string) => ({ name, in: 'path', required: true, schema: text })
  const it = { description: 'It.', content: json(NAMED) }
  const none = { description: 'None.' }
  const paths = {
    '/things/{id}/parts': {
      parameters: [id('id')],
      post: {
        requestBody: { required: true, content: json(NAMED) },
        responses: { 201: it, 404: none },
      },
    },
    '/things/{id}/parts/{partId}': {
      parameters: [id('id'), id('partId')],
      get: { responses: { 200: it, 404: none } },
    },
  }
  const parts: Fault = ({ path, body }) =>
    path.includes('/parts') ? { status: 201, body: { ...Object(body), id: 'part' } } : undefined
  const { told, world } = await played({ paths }, parts, [partsAreGone])
  t.same(told, [])
  t.same(world.asks('DELETE'), [])
})

t.test('what cannot be read after a PUT has kept no member', async (t) => {
  const asks = { ...NAMED, properties: { ...NAMED.properties, color: text } }
  let replaced = 0
  const { told } = await played(
    { asks },
    ({ method }) => {
      if (method === 'PUT') replaced += 1
      return method === 'GET' && replaced > 1 ? { status: 404, body: {} } : undefined
    },
    [replacementIsWhole],
  )
  t.same(told, [])
  t.equal(replaced, 2)
})

t.test('items with large integers and no identity are told apart', async (t) => {
  const count = { type: 'integer', format: 'int64', minimum: 2 ** 60 }
  const asks = { type: 'object', required: ['count'], properties: { count } }
  const query = [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
    { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
  ]
  const shape = { asks, answers: asks, only: 'create list', query }
  const number = (at: number) => 2n ** 61n + BigInt(at)
  const numbered: Fault = ({ method }, _, world) => {
    const { size } = world.things
    return method === 'POST' ? world.keep(`${size}`, { count: number(size) }) : undefined
  }
  t.same((await played(shape, numbered, [pagesAreTheList])).told, [])
  const doubling: Fault = (asked, correct, world) => {
    const reply = numbered(asked, correct, world) ?? correct()
    if (asked.query.get('limit') !== '2') return reply
    const items = reply.body as { count: bigint }[]
    return {
      ...reply,
      body: items.map(({ count }) => ({ count: count === number(3) ? number(4) : count })),
    }
  }
  t.same((await played(shape, doubling, [pagesAreTheList])).told, [
    'paging: each item on a page | 1 of 6 are on no page',
  ])
})

t.test('links of an operation are followed with its scenarios', async (t) => {
  const links = { it: { operationId: 'read', parameters: { id: '$response.body#/id' } } }
  const { kit, world } = await played({ links, only: 'create read' }, undefined, [])
  const start = world.asked.length
  for (const operation of kit.contract.operations) await state.run(kit, operation)
  t.same(kit.violations, [])
  t.ok(world.asked.slice(start).some(({ method }) => method === 'GET'))
})

t.test('a server that takes no identity at all is not said to have things of before', async (t) => {
  const full: Fault = ({ method }) => (method === 'POST' ? { status: 409, body: {} } : undefined)
  const { told, notes, world } = await played({ asks: CHOSEN }, full, [])
  t.same(told, [])
  t.notOk(notes.some((each) => each.includes('An earlier run')))
  t.ok(world.asks('POST').length > 1, 'a second identity was tried')
})

t.test(
  'where an earlier run has left its things, others are made, and that is noted',
  async (t) => {
    const numbers: number[] = []
    const left: Fault = ({ method, body }) => {
      if (method !== 'POST') return undefined
      numbers.push(Number(/\d+$/.exec(Object(body).id)?.[0]))
      const isLeft = (numbers.at(-1) as number) < (numbers[0] as number) + 1_000
      return isLeft ? { status: 409, body: {} } : undefined
    }
    const { told, notes, world, kit } = await played({ asks: CHOSEN }, left, [])
    t.same(told, [])
    t.match(notes, [/^An earlier run with this seed has left things/])
    t.same([...world.things.keys()], [kit.things.known(kit.resources[0])?.identity])
  },
)

t.test('records that are framed otherwise, or cut off, are no list', async (t) => {
  const place = { name: undefined, schema: true, framing: 'json-seq' } as const
  const item = (text: string, more = {}) =>
    itemOf({ status: 200, headers: [], body: Buffer.from(text), ms: 0, ...more }, place)
  t.same(item('\u001e{"a":1}\n'), [{ a: 1 }])
  t.equal(item('{"a":1}\n'), undefined)
  t.equal(item('\u001e{"a":1}\n', { isPartial: true }), undefined)
})
