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

const isCreation: Fault = ({ method, target }) =>
  method === 'POST' && target === '/things' ? {} : undefined
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
