import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import { defaultValues } from '#toolkit/conformance/probes/parameters/default-values.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { type Fault, probed } from './probed.js'
import { THINGS, things } from './things.js'

t.setTimeout(300_000)

const PROBES = { edgesOfBodies, jsonBodies, defaultValues, edgesOfParameters, randomBodies }

for (const [name, probe] of Object.entries(PROBES)) {
  t.test(`${name} finds nothing in a correct server`, async (t) => {
    const { found, kit } = await probed(probe, THINGS, await things(t))
    t.same(found, [])
    t.ok(kit.coverage.requests >= 3, `${kit.coverage.requests} requests`)
  })
}

const isCreation: Fault = ({ method, target }) =>
  method === 'POST' && target === '/things' ? {} : undefined
const created = (body: string, status = 201) => ({ status, json: JSON.parse(body) })
const sent = (body: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Faults by the probe, with a violation that each must be found as. */
const FAULTS: Record<string, readonly [probe: Probe, fault: Fault, found: RegExp]> = {
  'a member that may be missing': [
    edgesOfBodies,
    (request, body) =>
      isCreation(request, body) && sent(body).kind === undefined && sent(body).name
        ? created(body)
        : undefined,
    /^invalid-refused: the body has no member kind$/,
  ],
  'an enum in any case': [
    edgesOfBodies,
    (_, body) => (/"kind":"SMALL"/.test(body) ? created(body) : undefined),
    /^invalid-refused: kind is "SMALL", which is not listed$/,
  ],
  'large integers refused': [
    edgesOfBodies,
    (_, body) => (/"count":9007199254740993/.test(body) ? { status: 400 } : undefined),
    /^valid-accepted: count is 9007199254740993, which a double cannot hold$/,
  ],
  'large integers rounded': [
    edgesOfBodies,
    (_, body) => (/"count":9223372036854775807/.test(body) ? created(body) : undefined),
    /^(round-trip|body-valid): count is 9223372036854775807, the largest int64$/,
  ],
  'texts trimmed': [
    edgesOfBodies,
    (request, body) =>
      isCreation(request, body) && /^ /.test(String(sent(body).name))
        ? { json: { ...sent(body), name: String(sent(body).name).trim() } }
        : undefined,
    /^round-trip: name has spaces around it$/,
  ],
  'fractions of a form cut': [
    edgesOfBodies,
    (request, body) =>
      request.target === '/forms' && /age=-1(&|$)/.test(body) ? { status: 204 } : undefined,
    /^invalid-refused: age is below its minimum: -1$/,
  ],
  'a failure': [
    edgesOfBodies,
    (_, body) => (/😀/.test(body) ? { status: 500 } : undefined),
    /^no-server-error: name has characters outside/,
  ],
  'a server that does not answer': [
    edgesOfBodies,
    (_, body) =>
      /DROP TABLE/.test(body) ? { failure: { failure: 'time', detail: 'late' } } : undefined,
    /^response-present: name looks like SQL$/,
  ],
  'a comma too many': [
    jsonBodies,
    (request, body) =>
      isCreation(request, body) && /,}$/.test(body)
        ? { status: 201, json: { name: 'a', kind: 'small' } }
        : undefined,
    /^json-refused: the body has a comma before its end$/,
  ],
  'no body': [
    jsonBodies,
    (request, body) =>
      isCreation(request, body) && body === ''
        ? { status: 201, json: { name: 'a', kind: 'small' } }
        : undefined,
    /^invalid-refused: the body is (missing|empty)$/,
  ],
  'white space refused': [
    jsonBodies,
    (_, body) => (/^ \n\t\r\{/.test(body) ? { status: 400 } : undefined),
    /^valid-accepted: the body has white space around it$/,
  ],
  'the first of two members': [
    jsonBodies,
    (request, body) =>
      isCreation(request, body) &&
      /"(name|kind|made|count|owner|tags|shape|labels)":.*[{,]"\1":/.test(body) &&
      !/\}\s*\{/.test(body)
        ? { status: 201, json: { name: 'a', kind: 'small' } }
        : undefined,
    /^duplicate-member: the body has `\w+` twice, and the last one is invalid$/,
  ],
  'deep bodies fail': [
    jsonBodies,
    (_, body) => (body.includes('[[[[[') && body.includes(']]]]') ? { status: 500 } : undefined),
    /^no-server-error: the body has arrays 20000 deep$/,
  ],
  'large bodies fail': [
    jsonBodies,
    (_, body) => (body.length > 2 ** 21 ? { status: 500 } : undefined),
    /^no-server-error: the body has 2 MB$/,
  ],
  'a limit that is not checked': [
    edgesOfParameters,
    ({ target }) =>
      /limit=(0|51)\b/.test(target) ? { status: 200, json: { items: [] } } : undefined,
    /^invalid-refused: the query parameter `limit` is below its minimum: 0$/,
  ],
  'numbers that are cut': [
    edgesOfParameters,
    ({ target }) => (/limit=1abc/.test(target) ? { status: 200, json: { items: [] } } : undefined),
    /^invalid-refused: the query parameter `limit` is "1abc"$/,
  ],
  'a required parameter that is not': [
    edgesOfParameters,
    ({ target }) =>
      target.startsWith('/things') && !target.includes('title=') && !/^\/things\//.test(target)
        ? { status: 200, json: { items: [] } }
        : undefined,
    /^invalid-refused: the query parameter `title` is missing, which is required$/,
  ],
  'a value of a list refused': [
    edgesOfParameters,
    ({ target }) => (/kinds=large/.test(target) ? { status: 400 } : undefined),
    /^valid-accepted: (\[0\] of )?the query parameter `kinds` /,
  ],
  'a header that does not come back': [
    edgesOfParameters,
    ({ headers }) =>
      headers.some(([name, value]) => /request-id/i.test(name) && /^F81D/.test(value))
        ? { headers: { 'X-Request-Id': 'another' } }
        : undefined,
    /^round-trip: the header parameter `x-request-id` is a uuid/i,
  ],
  'a path that takes any text': [
    edgesOfParameters,
    ({ target }) => (/^\/things\/abc/.test(target) ? { status: 200 } : undefined),
    /^invalid-refused: the path parameter `id` is "abc"$/,
  ],
  'an unknown query that fails': [
    edgesOfParameters,
    ({ target }) => (/unknown=1/.test(target) ? { status: 500 } : undefined),
    /^no-server-error: the query has unknown=1, which the document does not have$/,
  ],
  'two values that fail': [
    edgesOfParameters,
    ({ target }) => (/limit=\d+.*&limit=\d+/.test(target) ? { status: 500 } : undefined),
    /^no-server-error: the query parameter `limit` is given twice$/,
  ],
  'another default': [
    defaultValues,
    ({ method, target }) =>
      method === 'GET' && !target.includes('limit=') ? { json: { items: [0, 1, 2] } } : undefined,
    /^default-applied: the parameter `limit` is left out, and is its default$/,
  ],
  'long words refused': [
    randomBodies,
    (request, body) =>
      isCreation(request, body) && String(sent(body).name).length > 6 ? { status: 400 } : undefined,
    /^valid-accepted: name is /,
  ],
  'arrays taken for texts': [
    randomBodies,
    (request, body) =>
      isCreation(request, body) && Array.isArray(sent(body).name)
        ? { status: 201, json: { name: 'a', kind: 'small' } }
        : undefined,
    /^invalid-refused: name is \[/,
  ],
}

for (const [name, [probe, fault, expected]] of Object.entries(FAULTS)) {
  t.test(`${name}: found`, async (t) => {
    const { found } = await probed(probe, THINGS, await things(t), { fault })
    t.ok(
      found.some((each) => expected.test(each)),
      `${expected} in ${found.slice(0, 10).join('\n')}`,
    )
  })
}

t.test('what a value means may be refused: the cases go on without it', async (t) => {
  const fault: Fault = (request, body) => {
    if (!isCreation(request, body)) return undefined
    if (sent(body).owner !== undefined) return { status: 422 }
    // Without the owner each other fault is seen.
    return /"kind":"SMALL"/.test(body) ? created(body) : undefined
  }
  const { found } = await probed(edgesOfBodies, THINGS, await things(t), { fault })
  const refused = found.filter((each) => each.startsWith('invalid-refused'))
  t.same(refused, ['invalid-refused: kind is "SMALL", which is not listed'])
})

t.test('two members that mean something wrong together are left out as well', async (t) => {
  const fault: Fault = (request, body) =>
    isCreation(request, body) && (sent(body).owner !== undefined || sent(body).labels !== undefined)
      ? { status: 422 }
      : undefined
  const { found, kit } = await probed(edgesOfBodies, THINGS, await things(t), { fault })
  t.same(found, [])
  t.ok(kit.coverage.requests > 100)
})

function creations({ contract, coverage }: Kit): number {
  const operation = contract.operations.find(({ operationId }) => operationId === 'createThing')
  const seen = operation && coverage.statuses.get(operation)
  return [...(seen?.values() ?? [])].reduce((all, each) => all + each, 0)
}

t.test('where nothing is accepted, fewer cases are sent', async (t) => {
  const fault: Fault = (request, body) => (isCreation(request, body) ? { status: 422 } : undefined)
  const { found, kit } = await probed(edgesOfBodies, THINGS, await things(t), { fault })
  t.same(found, [])
  const all = await probed(edgesOfBodies, THINGS, await things(t))
  t.ok(creations(kit) > 50)
  t.ok(creations(kit) < creations(all.kit) / 2)
})

t.test('a large body may end the connection, and the service goes on', async (t) => {
  const closed = { failure: { failure: 'closed', detail: 'it ended' } } as const
  const closes: Fault = (_, body) => (body.length > 2 ** 21 ? closed : undefined)
  const { found } = await probed(jsonBodies, THINGS, await things(t), { fault: closes })
  t.same(found, [])
  let isDown = false
  const ends: Fault = (_, body) => {
    isDown ||= body.length > 2 ** 21
    return isDown ? closed : undefined
  }
  const down = await probed(jsonBodies, THINGS, await things(t), { fault: ends })
  t.ok(down.found.includes('response-present: the body has 2 MB'))
})

t.test('nothing is sent when the time is up', async (t) => {
  const app = await things(t)
  for (const probe of Object.values(PROBES)) {
    const { kit } = await probed(probe, THINGS, app, { time: 0 })
    t.equal(kit.coverage.requests, 0)
  }
})
