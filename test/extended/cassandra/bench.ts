import process from 'node:process'
import type { Test } from 'tap'
import { cassandraCreators } from '../../../scripts/bench/stores/cassandra-creators.js'
import { load } from '../../../scripts/bench/stores/creator.js'

const IN_FLIGHT = 64

/** Seconds for both, in turns of two: the machine is not the same all the time. */
const SECONDS = Number(process.env.CASSANDRA_SECONDS ?? 16)
const TURN = 2

/** Creates per second of the store, beside a loop of the same statements over the driver. */
export async function bench(t: Test): Promise<void> {
  const creators = await cassandraCreators()
  t.teardown(() => Promise.all(creators.map(({ close }) => close())))
  for (const { create } of creators) await load(create, IN_FLIGHT, 1)
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round < SECONDS / TURN / 2; round++) {
    // The one that begins has the other's compactions behind it.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      rates[at].push((await load(creators[at].create, IN_FLIGHT, TURN)).rate)
    }
  }
  const [own, driver] = rates.map(mean) as [number, number]
  t.comment(
    `creates/s, ${IN_FLIGHT} in flight: ${Math.round(own)} of the store, ` +
      `${Math.round(driver)} of a loop over the driver: ${(own / driver).toFixed(2)}`,
  )
  t.ok(own > 0 && driver > 0)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}
