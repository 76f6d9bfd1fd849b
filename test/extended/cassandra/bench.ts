import process from 'node:process'
import type { Client } from 'cassandra-driver'
import type { Test } from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { clientOf } from './cluster.js'

/** Creates under way at once. */
const IN_FLIGHT = 64

/** Seconds for both, in turns of half a second: the machine is not the same all the time. */
const SECONDS = Number(process.env.CASSANDRA_SECONDS ?? 8)
const TURN = 0.5

const QUORUM = 4
const SERIAL = 8

let next = 0n

/** Creates per second of the store, beside a loop of the same statements over the driver. */
export async function bench(t: Test): Promise<void> {
  const store = cassandra(clientOf(), { keyspace: 'bench' })
  t.teardown(() => store.close())
  await store.ready()
  const client = clientOf()
  t.teardown(() => client.shutdown())
  const subjects = [() => bare(client, next++), () => store.create({ id: next++, name: 'fern' })]
  for (const create of subjects) await rate(create, 1)
  const rates: number[][] = [[], []]
  for (let round = 0; round < SECONDS / TURN / 2; round++) {
    // The one that begins has the other's compactions behind it.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      rates[at]?.push(await rate(subjects[at] as () => Promise<unknown>, TURN))
    }
  }
  const [driver, own] = rates.map(mean) as [number, number]
  t.comment(
    `creates/s, ${IN_FLIGHT} in flight: ${Math.round(own)} of the store, ` +
      `${Math.round(driver)} of a loop over the driver: ${(own / driver).toFixed(2)}`,
  )
  t.ok(own > 0 && driver > 0)
}

function bare(client: Client, id: bigint): Promise<unknown> {
  const statement = 'insert into bench.plants (id, name) values (?, ?) if not exists'
  const options = { prepare: true, consistency: QUORUM, serialConsistency: SERIAL }
  return client.execute(statement, [String(id), 'fern'], options)
}

async function rate(create: () => Promise<unknown>, seconds: number): Promise<number> {
  const [start, end] = [performance.now(), performance.now() + seconds * 1000]
  let count = 0
  const caller = async () => {
    while (performance.now() < end) {
      await create()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller))
  return (count * 1000) / (performance.now() - start)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}
