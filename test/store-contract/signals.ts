import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Cases } from './case.js'

const reason = new Error('nobody waits any more')

const moments: [string, () => Promise<unknown>][] = [
  ['at once', async () => {}],
  ['a turn later', () => nextTurn()],
  ['a millisecond later', () => sleep(1)],
]

export const signals: Cases = {
  'a call with an aborted signal does nothing': async (store) => {
    const signal = AbortSignal.abort(reason)
    const isReason = (error: unknown) => error === reason
    await assert.rejects(store.create({ id: 1n, name: 'Fern' }, { signal }), isReason)
    await assert.rejects(store.get(1n, { signal }), isReason)
    assert.equal(await store.get(1n), undefined)
  },

  ...Object.fromEntries(
    moments.map(([when, moment]) => [
      `a create that is aborted ${when} is done completely or not at all`,
      async (store) => {
        const controller = new AbortController()
        const { signal } = controller
        const plants = Array.from({ length: 50 }, (_, n) => ({ id: BigInt(n), name: 'Fern' }))
        const calls = plants.map((plant) => store.create(plant, { signal }).catch((error) => error))
        await moment()
        controller.abort(reason)
        const answers = await Promise.all(calls)
        for (const [index, plant] of plants.entries()) {
          const given = answers[index] === reason
          assert.equal(answers[index], given ? reason : 'created')
          assert.deepEqual(await store.get(plant.id), given ? undefined : plant)
        }
      },
    ]) satisfies [string, Cases[string]][],
  ),

  'a signal that outlives its calls has no listeners left': async (store) => {
    const { signal } = new AbortController()
    await Promise.all([1n, 2n, 3n].map((id) => store.create({ id, name: 'Fern' }, { signal })))
    await store.get(1n, { signal })
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  },
}
