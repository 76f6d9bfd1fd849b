import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { createdIsListed } from '#toolkit/conformance/probes/state/created.js'
import { retryMakesNoSecond } from '#toolkit/conformance/probes/state/identity.js'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { limitIsRespected, totalIsTrue } from '#toolkit/conformance/probes/state/lists/limits.js'
import { pagesAreTheList } from '#toolkit/conformance/probes/state/lists/paging.js'
import { sortingSorts } from '#toolkit/conformance/probes/state/lists/sorting.js'
import { patchIsPartial } from '#toolkit/conformance/probes/state/patched.js'
import { readOnlyIsKept } from '#toolkit/conformance/probes/state/read-only.js'
import {
  refusedChangesNothing,
  refusedCreatesNothing,
} from '#toolkit/conformance/probes/state/refused.js'
import { partsAreGone, removedIsGone } from '#toolkit/conformance/probes/state/removed.js'
import { replacementIsWhole } from '#toolkit/conformance/probes/state/replaced.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { currentIsNotSent } from '#toolkit/conformance/probes/state/versions.js'
import type { Scenario } from '#toolkit/conformance/resources/scenario.js'
import {
  type Asked,
  type Fault,
  json,
  NAMED,
  played,
  type Reply,
  type Shape,
} from './small-world.js'

const text = { type: 'string' }
const chosen = {
  asks: { type: 'object', required: ['id'], properties: { id: text, name: text } },
}
const integer = { type: 'integer', minimum: 1, maximum: 100 }
const limit = { name: 'limit', in: 'query', schema: integer }
const offset = { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } }
const divided = { query: [limit, offset] }

const isList = ({ method, path }: Asked) => method === 'GET' && path === '/things'

/** Another answer to requests for the list. */
const listing =
  (change: (reply: Reply & { body: unknown[] }, asked: Asked) => Partial<Reply>): Fault =>
  (asked, correct) => {
    if (!isList(asked)) return undefined
    const reply = correct() as Reply & { body: unknown[] }
    return { ...reply, ...change(reply, asked) }
  }

/** What a scenario finds by one check, but for identities, which are always others. */
async function found(check: string, scenario: Scenario, shape: Shape, fault?: Fault) {
  const { told } = await played(shape, fault, [scenario])
  return told
    .filter((each) => each.startsWith(`${check}: `))
    .map((each) => each.slice(check.length + 2).replace(/"[^"]+"/g, '…'))
}

t.test('a list has the newest thing, and once', async (t) => {
  const find = (fault: Fault) => found('created-listed', createdIsListed, chosen, fault)
  t.same(await find(listing(() => ({ body: [] }))), ['the thing with the identity … | 0 others'])
  t.same(await find(listing(({ body }) => ({ body: [...body, ...body] }))), [
    'the thing with the identity … once | 2 times',
  ])
  t.same(await find(listing(() => ({ body: [{ label: 'no identity' }] }))), [])
})

t.test('the same request again makes no second thing', async (t) => {
  const again: Fault = (asked, correct, world) => {
    const reply = correct()
    if (asked.method !== 'POST' || reply.status !== 409) return reply
    world.things.set(`again ${world.things.size}`, asked.body)
    return { status: 201, body: asked.body }
  }
  t.same(await found('identity-unique', retryMakesNoSecond, chosen, again), [
    'the identity … once in the list | 2 times',
  ])
})

t.test('a limit is kept, and its default', async (t) => {
  t.same(await found('limit', limitIsRespected, divided), [])
  t.same(
    await found('limit', limitIsRespected, {
      query: [{ ...limit, schema: { ...integer, default: 3 } }],
    }),
    ['at most 3 items: the default of limit | 7 items'],
  )
  const all: Fault = (asked, _, world) =>
    isList(asked) ? { status: 200, body: [...world.things.values()] } : undefined
  t.same(await found('limit', limitIsRespected, divided, all), ['at most 1 items: limit | 7 items'])
})

t.test('pages end, and are the list', async (t) => {
  const find = (fault?: Fault) => found('paging', pagesAreTheList, divided, fault)
  const isSmall = ({ query }: Asked) => Number(query.get('limit')) < 50
  t.same(await find(), [])
  t.same(await find(listing(() => ({ body: [] }))), [], 'an empty list has no second page')
  let last = 0
  const endless = listing(({ body }, asked) => {
    last += 1
    return { body: isSmall(asked) ? [{ id: `new ${last}`, name: 'a' }] : body }
  })
  t.same(await find(endless), ['an end of the list | 60 pages and no end'])
  const same = listing(({ body }, asked) => ({
    body: isSmall(asked) ? [{ id: 'one', name: 'a' }] : body,
  }))
  const far: Fault = ({ query }) =>
    Number(query.get('offset')) > 500 ? { status: 400, body: {} } : undefined
  t.same(await find(far), [])
  const again = listing(({ body }, { query }) => ({
    body: Number(query.get('offset')) > 500 ? [{ id: 'a', name: 'b' }] : body,
  }))
  t.same(await find(again), ['no items at offset 1013 of 7 | 1 items'])
  t.same(await find(same), ['an end of the list | a page again'])
  const overlapping: Fault = (asked, correct, world) => {
    if (world.things.size === 0)
      for (const id of ['a', 'b', 'c']) world.things.set(id, { id, name: 'of others' })
    const offset = Number(asked.query.get('offset'))
    if (isList(asked) && isSmall(asked) && offset > 0) asked.query.set('offset', `${offset - 1}`)
    return correct()
  }
  t.same(await find(overlapping), ['each item on one page | b more than once'])
})

t.test('a link leads to the next page', async (t) => {
  const onFirst = (next: string) =>
    listing((_, { query }) => ({
      headers: query.has('offset') ? {} : { link: `<${next}>; rel="next"` },
    }))
  const linked = (next: string, status = 200) => {
    const fault = onFirst(next)
    return found('paging', pagesAreTheList, divided, (asked, correct, world) =>
      asked.query.has('linked') ? { status } : fault(asked, correct, world),
    )
  }
  t.same(await linked('/things?limit=2&offset=2'), [])
  t.same(await linked('/things?limit=2&offset=4'), [
    'the second page at /things?limit=2&offset=4 | the items 105,106',
  ])
  t.same(await linked('/things?linked=yes', 404), [
    'the second page at /things?linked=yes | status 404',
  ])
  t.same(await linked('http://['), [])
  const back = listing(() => ({ headers: { link: '</things>; rel="prev"' } }))
  t.same(await found('paging', pagesAreTheList, divided, back), [], 'no next page')
  const prefixed = { ...divided, basePath: '/api' }
  const link = (next: string) => found('paging', pagesAreTheList, prefixed, onFirst(next))
  const always = listing(() => ({ headers: { link: '</api/things?limit=2>; rel=next' } }))
  t.same(await found('paging', pagesAreTheList, prefixed, always), [
    'an end of the list | a page again',
  ])
  t.same(await link('/other?limit=2'), [])
  t.same(await link('/api/things?limit=2'), [
    'the second page at /api/things?limit=2 | the items 101,102',
  ])
})

t.test('a list may be sorted', async (t) => {
  const query = [{ name: 'sort', in: 'query', schema: { enum: [1, 'a\nb', '-name'] } }]
  t.same(await found('sort', sortingSorts, { query }), ['sort=-name: … before … | … before …'])
})

t.test('changes may be refused', async (t) => {
  const refusing: Fault = ({ method }) =>
    /^(PUT|PATCH)$/.test(method) ? { status: 403, body: {} } : undefined
  const run = async (scenario: Scenario, method: string) => {
    const { told, world } = await played({}, refusing, [scenario])
    t.same(told, [])
    t.ok(world.asks(`${method} /things/`).length > 0)
  }
  await run(patchIsPartial, 'PATCH')
  await run(replacementIsWhole, 'PUT')
})

t.test('a total is that of the whole list', async (t) => {
  const meta = { type: 'object', properties: { total: { type: 'integer' } } }
  const list = { type: 'object', properties: { items: { type: 'array', items: NAMED }, meta } }
  const counting = (more: number) =>
    found(
      'total',
      totalIsTrue,
      { list },
      listing(({ body }) => ({
        body: { items: body, meta: { total: body.length + more } },
      })),
    )
  t.same(await counting(0), [])
  t.same(await counting(1), ['a total of 7 | 8'])
  const partly = listing(() => ({ headers: { 'x-total-count': '900', link: '</b>; rel=next' } }))
  t.same(await found('total', totalIsTrue, { query: [limit] }, partly), [], 'there is more')
})

t.test('nothing is on both sides of a property', async (t) => {
  const boolean = { type: 'boolean' }
  const query = ['isNew', 'issue', 'q'].map((name) => ({ name, in: 'query', schema: boolean }))
  t.match(await found('filter', filtersSelect, { query }), [
    /^each item either with isNew=true or with isNew=false \| \d+ with both$/,
  ])
  const parts = {
    '/things/{id}/parts': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'listParts',
        parameters: query,
        responses: { 200: { description: 'All.', content: json({ type: 'array', items: NAMED }) } },
      },
      post: {
        operationId: 'createPart',
        requestBody: { required: true, content: json(NAMED) },
        responses: { 201: { description: 'It.', content: json(NAMED) } },
      },
    },
  }
  const paths: string[] = []
  const serve: Fault = ({ path, method, body, query: { size } }) => {
    if (!path.endsWith('/parts')) return undefined
    if (method === 'POST') return { status: 201, body: { ...Object(body), id: 'p' } }
    if (size > 0) paths.push(path)
    return { status: 200, body: [{ id: 'p', name: 'a' }] }
  }
  t.same(await found('filter', filtersSelect, { paths: parts }, serve), [
    'each item either with isNew=true or with isNew=false | p with both',
  ])
  t.ok(paths.length > 0 && paths.every((each) => /^\/things\/1\d\d\/parts$/.test(each)))
  const none = listing(({ body }, { query }) => ({
    body: query.get('isNew') === 'true' ? [] : body,
  }))
  t.same(await found('filter', filtersSelect, { query }, none), [])
})

t.test('refusals change nothing', async (t) => {
  const accepting: Fault = (_, correct) => {
    const reply = correct()
    return reply.status === 400 ? { status: 200, body: { id: 'a', name: 'b' } } : reply
  }
  const scenarios = [refusedChangesNothing, refusedCreatesNothing]
  for (const each of scenarios) t.same(await found('refused-unchanged', each, {}, accepting), [])
  let length = 0
  const growing = listing(() => {
    length += 1
    return { body: Array.from({ length }, (_, at) => ({ id: `${at}`, name: 'a' })) }
  })
  t.same(await found('refused-unchanged', refusedCreatesNothing, {}, growing), [])
})

t.test('an identity of which a body was refused is free', async (t) => {
  const taken = new Set<unknown>()
  const taking: Fault = ({ method, body }, correct) => {
    const { id } = Object(body)
    if (method === 'POST' && taken.has(id)) return { status: 409, body: {} }
    const reply = correct()
    if (method === 'POST' && reply.status === 400) taken.add(id)
    return reply
  }
  const find = (fault?: Fault) => found('refused-unchanged', refusedCreatesNothing, chosen, fault)
  t.same(await find(), [])
  t.same(await find(taking), ['a success for id, of which a body was refused | status 409'])
  const conflicts: Fault = ({ method }) =>
    method === 'POST' && taken.size > 0 ? { status: 409, body: {} } : undefined
  t.same(await find(conflicts), [], 'a conflict of something else')
})

t.test('nothing else is removed', async (t) => {
  const first: Fault = ({ method }, correct, { things }) => {
    if (method === 'DELETE') things.delete([...things.keys()][0] as string)
    return correct()
  }
  const { told } = await played({}, first, [removedIsGone])
  t.match(told, [/^removed-alone: \d+ in the list after the DELETE of \d+ \| it is gone$/])
})

t.test('a PUT says whether it has made or replaced something', async (t) => {
  const shape = { only: 'list read replace remove' }
  const always =
    (status: number): Fault =>
    ({ method }, correct) => {
      const reply = correct()
      return method === 'PUT' && reply.status < 300 ? { ...reply, status } : reply
    }
  t.same((await played(shape, undefined, [removedIsGone])).told, [])
  t.match((await played(shape, always(200), [removedIsGone])).told, [/^replaced: status 201 for/])
  t.match((await played(shape, always(201), [removedIsGone])).told, [/^replaced: no status 201/])
})

t.test('all that is made is in a list, and no patch changes two', async (t) => {
  const short = listing(({ body }) => ({ body: body.slice(0, 4) }))
  t.match((await played({}, short, [totalIsTrue])).told, [
    /^created-listed: all 6 things that were made \| all but \d of them$/,
  ])
  const both: Fault = ({ method, body }, correct, world) => {
    const reply = correct()
    if (method !== 'PATCH' || reply.status > 299) return reply
    for (const [id, each] of world.things)
      world.things.set(id, { ...Object(each), name: Object(body).name })
    return reply
  }
  t.match((await played({}, both, [patchIsPartial])).told, [
    /^patched: in another thing, name is still/,
  ])
})

t.test('what is removed later may still be there', async (t) => {
  const photo = {
    '/things/{id}/photo': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getPhoto',
        responses: { 200: { description: 'It.' }, 404: { description: 'None.' } },
      },
      put: { operationId: 'putPhoto', responses: { 204: { description: 'Set.' } } },
    },
  }
  const find = async (status: number) => {
    const fault: Fault = ({ method, path }) => {
      if (path.endsWith('/photo')) return { status: method === 'GET' ? 200 : 204 }
      return method === 'DELETE' ? { status } : undefined
    }
    const shape = { paths: photo }
    return [
      await found('removed', removedIsGone, shape, fault),
      await found('removed', partsAreGone, shape, fault),
    ].flat()
  }
  t.same(await find(202), [])
  t.same(await find(204), [
    'status 404 or 410 after a DELETE | status 200',
    'no thing with the identity … in the list after a DELETE | it is listed',
    'status 404 after a DELETE | status 200',
    'status 404 after a DELETE | status 200',
    'status 404 after a DELETE | status 204',
    'status 404 after the DELETE of its parent | status 200',
  ])
})

t.test('a read-only member with one value says nothing', async (t) => {
  const kind = { const: 'a', readOnly: true }
  const asks = { ...NAMED, properties: { name: text, kind } }
  const answers = { ...NAMED, properties: { id: text, name: text, kind: { const: 'a' } } }
  const { told, world } = await played(
    { asks, answers },
    ({ method }, correct) => {
      const reply = correct()
      return method === 'DELETE' || reply.status > 201 || Array.isArray(reply.body)
        ? reply
        : { ...reply, body: { ...Object(reply.body), kind: 'a' } }
    },
    [readOnlyIsKept],
  )
  t.same(told, [])
  t.ok(world.asked.every(({ body }) => Object(body).kind === undefined))
})

t.test('a weak ETag is one', async (t) => {
  const weak: Fault = (_, correct) => {
    const reply = correct()
    const etag = reply.headers?.etag
    return etag === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, etag: `W/${etag}` } }
  }
  t.same((await played({}, weak, [currentIsNotSent])).told, [])
  const { world } = await played({}, weak, [currentIsNotSent])
  const conditions = world.asked.flatMap(({ headers }) => headers['if-none-match'] ?? [])
  const [etag] = conditions
  t.same(conditions, [
    etag,
    '"kit-of-another-version"',
    `"kit-of-another-version", ${etag}`,
    etag,
    '*',
  ])
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
  const none = listing(() => ({ body: {} as never }))
  const { world } = await played({ only: 'list read' }, none, [])
  t.same(
    world.asked.map(({ path }) => path),
    ['/things'],
  )
  const one = listing(() => ({ body: [{ id: 'a', name: 'b' }] }))
  const { kit } = await played({ only: 'list read' }, one, [])
  t.equal(kit.things.known(kit.resources[0])?.identity, 'a')
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
  const created = { 201: { description: 'It.', content: json(NAMED) } }
  const all = { 200: { description: 'All.', content: json({ type: 'array', items: NAMED }) } }
  const requestBody = { required: true, content: json(NAMED) }
  const requests = async (count: number) => {
    const entries = Array.from({ length: count }, (_, at) => [
      `/c${at}`,
      { post: { requestBody, responses: created }, get: { responses: all } },
    ])
    const make: Fault = ({ method, body }) =>
      method === 'GET'
        ? { status: 200, body: [] }
        : { status: 201, body: { ...Object(body), id: '1' } }
    const shape = { only: '', paths: Object.fromEntries(entries) }
    const { kit, world } = await played(shape, make, [])
    for (const each of kit.contract.operations.slice(0, 2)) await state.run(kit, each)
    return world.asked.length
  }
  const [one, many] = [await requests(1), await requests(300)]
  t.ok(many > 40 && many < one, `${many} of ${one}`)
})
