import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import { defaultValues } from '#toolkit/conformance/probes/parameters/default-values.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
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
