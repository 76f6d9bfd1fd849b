import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { ANSWERED } from '#toolkit/conformance/run/expectation.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { runInTurns } from '#toolkit/conformance/run/turns.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor, UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const contract = contractOf(`
  GET /a | {200: null}
  GET /b | {200: null}
`)

const probe = (name: string, requests: number, share?: number): Probe => ({
  name,
  ...(share !== undefined && { share }),
  async run(kit, operation) {
    for (let at = 0; at < requests; at++) {
      await kit.try({
        ...{ operation, pointer: '#', what: name, check: 'no-server-error', expect: ANSWERED },
        request: () => ({ method: 'GET', target: `${operation.path}?${name}`, headers: [] }),
      })
    }
  },
})

function kitOf(time: number = UNHURRIED.time) {
  const { app, asked } = stubApp(() => ({ status: 200 }))
  const kit = kitFor(contract, app, { time })
  return { kit, asked: () => asked.map((each) => each.slice('GET /'.length)) }
}

t.test('a probe with a share waits for the others when it is used up', async (t) => {
  const { kit, asked } = kitOf()
  const done: string[] = []
  const probes = [probe('x', 4, 1), probe('y', 2)]
  await runInTurns(kit, probes, ({ name }) => void done.push(name))
  t.same(asked(), [
    ...['a?x', 'b?x', 'a?y', 'a?y', 'b?y', 'b?y'],
    ...['a?x', 'a?x', 'b?x', 'b?x', 'a?x', 'b?x'],
  ])
  t.same(done, ['y', 'y', 'x', 'x'])
})

t.test('nothing is begun when the time is up', async (t) => {
  const { kit, asked } = kitOf(0)
  await runInTurns(kit, [probe('x', 4, 1)], () => t.fail('it is not done'))
  t.same(asked(), [])
})

t.test('a probe does not wait for what another one has left for its next turn', async (t) => {
  const { app } = stubApp(() => ({ status: 200 }))
  const asked = '{type: object, required: [a], properties: {a: {type: string}}}'
  const kit = kitFor(contractOf(`POST /a | {asks: ${asked}, 200: null, 409: null}`), app)
  const done: string[] = []
  const probes = [{ ...edgesOfBodies, share: 1 }, randomBodies]
  await runInTurns(kit, probes, ({ name }) => void done.push(name))
  t.same(done.toSorted(), ['edges of bodies', 'random bodies'])
})
