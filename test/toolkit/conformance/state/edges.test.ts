import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { createdIsRead } from '#toolkit/conformance/probes/state/created.js'
import { retryMakesNoSecond } from '#toolkit/conformance/probes/state/identity.js'
import { patchIsPartial } from '#toolkit/conformance/probes/state/patched.js'
import { readOnlyIsKept } from '#toolkit/conformance/probes/state/read-only.js'
import { partsAreGone } from '#toolkit/conformance/probes/state/removed.js'
import { replacementIsWhole } from '#toolkit/conformance/probes/state/replaced.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { currentIsNotSent } from '#toolkit/conformance/probes/state/versions.js'
import { itemOf } from '#toolkit/conformance/resources/thing.js'
import { isAccepted } from '#toolkit/conformance/run/base-request.js'
import { pathsOf, pathsWith } from '../helpers/documents.js'
import { probed } from '../helpers/kit.js'
import { again, changing, listing, refusing } from './faults.js'
import { CHOSEN, type Fault, NAMED, namedWith, played } from './small-world.js'

const text = { type: 'string' }

t.test('changes may be refused', async (t) => {
  for (const [scenario, method] of [
    [patchIsPartial, 'PATCH'],
    [replacementIsWhole, 'PUT'],
  ] as const) {
    const { told, world } = await played({}, refusing(/^(PUT|PATCH)/), [scenario])
    t.same(told, [])
    t.ok(world.asks(`${method} /things/`).length > 0)
  }
})

t.test('a read-only member with one value says nothing', async (t) => {
  const kind = { const: 'a', readOnly: true }
  const asks = { ...NAMED, properties: { name: text, kind } }
  const answers = { ...NAMED, properties: { id: text, name: text, kind: { const: 'a' } } }
  const adding = changing(/^(POST|PUT|PATCH|GET .*\/\d+)/, ({ status, body }) =>
    status > 201 ? {} : { body: { ...Object(body), kind: 'a' } },
  )
  const { told, world } = await played({ asks, answers }, adding, [readOnlyIsKept])
  t.same(told, [])
  t.ok(world.asked.every(({ body }) => Object(body).kind === undefined))
})

t.test('a weak ETag is one', async (t) => {
  const weak = changing(/./, ({ headers }) =>
    headers?.etag === undefined ? {} : { headers: { ...headers, etag: `W/${headers.etag}` } },
  )
  const { told, world } = await played({}, weak, [currentIsNotSent])
  t.same(told, [])
  const conditions = world.asked.flatMap(({ headers }) => headers['if-none-match'] ?? [])
  const [etag] = conditions
  const other = '"kit-of-another-version"'
  t.same(conditions, [etag, other, `${other}, ${etag}`, etag, '*'])
})

t.test('each request has a key of its own', async (t) => {
  const keys = [{ name: 'Idempotency-Key', in: 'header', required: true, schema: text }]
  const { told, world } = await played({ keys })
  t.same(told, [])
  const sent = world.asks('POST /things').map(({ headers }) => headers['idempotency-key'])
  t.match(sent[0], /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  t.equal(new Set(sent).size, sent.length)
})

t.test('a list that is none has no thing to read', async (t) => {
  const only = 'list read'
  const { world } = await played(
    { only },
    listing(() => ({})),
    [],
  )
  const found = world.asked.map(({ path }) => path)
  t.same(found, ['/things'])
  const one = listing(() => [{ id: 'a', name: 'b' }])
  const { kit } = await played({ only }, one, [])
  t.equal(kit.things.known(kit.resources[0])?.identity, 'a')
})

t.test('a server that is late is no wrong one', async (t) => {
  // Each look shows what was there at the look before.
  let [shown, next] = [new Map<string, unknown>(), new Map<string, unknown>()]
  const late: Fault = ({ method, path }, _, { things }) => {
    if (method !== 'GET') return undefined
    ;[shown, next] = [next, new Map(things)]
    const id = path.split('/')[2]
    if (id === undefined) return { status: 200, body: [...shown.values()] }
    return shown.has(id) ? { status: 200, body: shown.get(id) } : { status: 404, body: {} }
  }
  t.same((await played({ only: 'create list read' }, late)).told, [])
})

t.test('what a case removes is made again for the next one', async (t) => {
  const { kit, world } = await played({}, undefined, [])
  const [resource] = kit.resources
  const known = () => kit.things.known(resource)?.identity
  const first = known()
  const remove = resource?.operations.remove as Operation
  const subject = { operation: remove, pointer: remove.pointer, what: 'it' }
  const target = `/things/${first}`
  await kit.scenario(subject, async (run) => {
    await run.send({ method: 'DELETE', target, headers: [] }, remove)
  })
  t.equal(world.things.size, 0)
  await kit.scenario(subject, async () => {})
  t.equal(world.things.size, 1)
  t.not(known(), first)
  t.ok(world.things.has(String(known())))
})

t.test('one resource of many gets its part of the requests', async (t) => {
  const { '/c': room } = pathsWith({ Named: NAMED })(`
    POST /c | {asks: Named, 201: Named}
    GET /c | {200: [Named]}
  `)
  const make: Fault = ({ method, body }) =>
    method === 'GET'
      ? { status: 200, body: [] }
      : { status: 201, body: { ...Object(body), id: '1' } }
  const requests = async (count: number) => {
    const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/c${at}`, room]))
    const { kit, world } = await played({ only: '', paths }, make, [])
    for (const each of kit.contract.operations.slice(0, 2)) await state.run(kit, each)
    return world.asked.length
  }
  const [one, many] = [await requests(1), await requests(300)]
  t.ok(many > 40 && many < one, `${many} of ${one}`)
})

t.test('a key of others needs nothing but the 409 of POST where nothing is replaced', async (t) => {
  const properties = { id: { ...text, readOnly: true }, sku: text }
  const asks = { type: 'object', required: ['sku'], properties }
  const refusing = again('sku', () => ({ status: 409, body: {} }))
  const { told, world } = await played({ asks, only: 'create list read' }, refusing, [
    retryMakesNoSecond,
  ])
  t.same(told, [])
  t.ok(world.asks('POST').length > world.things.size, 'the key was sent twice')
})

t.test('an object without members is patched as a whole, one of numbers in parts', async (t) => {
  const properties = {
    none: { type: 'object', maxProperties: 0 },
    sizes: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
  }
  const asks = { type: 'object', required: Object.keys(properties), properties }
  const changes = { 'application/merge-patch+json': { schema: { type: 'object', properties } } }
  const merging: Fault = ({ method, body, path }, _, { things }) => {
    const id = path.split('/')[2] ?? ''
    if (method !== 'PATCH' || !things.has(id)) return undefined
    const { sizes, ...others } = Object(body)
    const known = Object(things.get(id))
    const merged = Object.entries({ ...known.sizes, ...sizes }).filter(([, each]) => each !== null)
    things.set(id, { ...known, ...others, sizes: Object.fromEntries(merged) })
    return { status: 200, body: things.get(id) }
  }
  const shape = { asks, answers: {}, changes, only: 'create read change' }
  const { told, world } = await played(shape, merging, [patchIsPartial])
  t.same(told, [])
  const bodies = world.asks('PATCH').map(({ body }) => JSON.stringify(body))
  t.ok(bodies.includes('{"none":{}}'))
  t.notOk(bodies.some((each) => each.includes('"none":{"')))
})

t.test('parts that no list has say nothing of their whole', async (t) => {
  const paths = pathsWith({ Named: NAMED })(`
    POST /things/{id}/parts | {asks: Named, 201: Named, 404: null}
    GET /things/{id}/parts/{partId} | {200: Named, 404: null}
  `)
  const parts: Fault = ({ path, body }) =>
    path.includes('/parts') ? { status: 201, body: { ...Object(body), id: 'part' } } : undefined
  const { told, world } = await played({ paths }, parts, [partsAreGone])
  t.same(told, [])
  t.same(world.asks('DELETE'), [])
})

t.test('the path of a creation says what a part is a part of', async (t) => {
  const Part = namedWith({ thingId: { readOnly: true } })
  const paths = pathsWith({ Part, Named: NAMED })(`
    POST /things/{thingId}/parts | {asks: Named, 201: Part, 404: null}
    GET /things/{thingId}/parts/{partId} | {200: Part, 404: null}
  `)
  const showing = async (thingIdOf: (path: string) => unknown) => {
    let name: unknown
    const parts: Fault = ({ path, method, body }) => {
      if (!path.includes('/parts')) return undefined
      if (method === 'POST') name = Object(body).name
      const part = { name, id: 'part', thingId: thingIdOf(path) }
      return { status: method === 'POST' ? 201 : 200, body: part }
    }
    return (await played({ paths }, parts, [createdIsRead])).told.slice(0, 1)
  }
  t.same(await showing((path) => path.split('/')[2]), [])
  t.same(await showing((path) => Number(path.split('/')[2])), [])
  t.match(await showing(() => 'other'), [/^round-trip: \/thingId is "\d+" \| "other"$/])
})

t.test('what cannot be read after a PUT has kept no member', async (t) => {
  const asks = namedWith({ color: text }, [])
  const lost: Fault = ({ method }, _, world) =>
    method === 'GET' && world.asks('PUT').length > 1 ? { status: 404, body: {} } : undefined
  const { told, world } = await played({ asks }, lost, [replacementIsWhole])
  t.same(told, [])
  t.equal(world.asks('PUT').length, 2)
})

t.test('links of an operation are followed with its scenarios', async (t) => {
  const links = { it: { operationId: 'read', parameters: { id: '$response.body#/id' } } }
  const { kit, world } = await played({ links, only: 'create read' }, undefined, [])
  const start = world.asked.length
  t.same((await probed(kit, state)).told, [])
  t.ok(world.asked.slice(start).some(({ method }) => method === 'GET'))
})

t.test('a server that takes no identity at all is not said to have things of before', async (t) => {
  const { told, notes, world } = await played({ asks: CHOSEN }, refusing(/^POST/, 409), [])
  t.same(told, [])
  t.notOk(notes.some((each) => each.includes('An earlier run')))
  t.ok(world.asks('POST').length > 1, 'a second identity was tried')
})

t.test('where an earlier run has left its things, others are made, and noted', async (t) => {
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
})

t.test('what is in the way of a thing that is made anew is none of an earlier run', async (t) => {
  const inTheWay: Fault = ({ method }, _, world) =>
    method === 'POST' && world.asks('POST').length === 2 ? { status: 409, body: {} } : undefined
  const { notes, kit, world } = await played({ asks: CHOSEN }, inTheWay, [])
  const remove = kit.contract.operations.find(({ method }) => method === 'DELETE') as Operation
  t.ok(await isAccepted(kit, remove))
  await kit.refresh()
  t.equal(world.things.size, 1)
  t.same([...notes, ...kit.notes], [])
})

t.test('records that are framed otherwise, or cut off, are no list', async (t) => {
  const place = { name: undefined, schema: true, framing: 'json-seq' } as const
  const item = (text: string, more = {}) =>
    itemOf({ status: 200, headers: [], body: Buffer.from(text), ms: 0, ...more }, place)
  t.same(item('\u001e{"a":1}\n'), [{ a: 1 }])
  t.equal(item('{"a":1}\n'), undefined)
  t.equal(item('\u001e{"a":1}\n', { isPartial: true }), undefined)
})

t.test('the Location of what has begun leads to something', async (t) => {
  const table =
    'POST /exports | {202: {description: Begun., headers: {Location: {schema: {type: string}}}}}'
  const shape = { only: '', paths: pathsOf(table), basePath: '/api' }
  const told = async (location: string) => {
    const { kit } = await played(
      shape,
      ({ method, path, url }) => {
        if (method === 'POST') return { status: 202, headers: { location } }
        if (path === '/exports') return { status: 405 }
        return { status: url === '/api/jobs/j7' ? 200 : 404 }
      },
      [],
    )
    await probed(kit, state)
    return kit.violations.map(({ check, received }) => `${check}: ${received}`)
  }
  t.same(await told('/api/jobs/j7'), [])
  t.same(await told('https://other.example/jobs/j7'), [])
  t.same(await told('/api/job/j7'), ['location: Location: /api/job/j7, status 404'])
  t.same(await told('/api/exports'), ['location: Location: /api/exports, status 405'])
  t.same(await told('/jobs/j7'), ['location: Location: /jobs/j7'])
})
