import process from 'node:process'
import type { PlantStore } from '../../../src/store/store.js'
import { idAt, type Spread } from './spread.js'

/** What callers do, each one call after the other. */
export type LoadName = 'create in order' | 'create at random' | 'read'

export type LoadCalls = Readonly<Record<LoadName, () => Promise<unknown>>>

/** The calls that a store with that spread of plants gets. */
export function callsOf(store: PlantStore, spread: Spread): LoadCalls {
  let last = idAt(spread, spread.plants - 1)
  const create = (id: bigint) => store.create({ id, name: 'Ficus 123456', tag: 'shade1' })
  return {
    'create in order': () => create(++last),
    'create at random': () => create(anyId()),
    read: async () => {
      const id = idAt(spread, Math.floor(Math.random() * spread.plants))
      if ((await store.get(id)) === undefined) throw new Error(`no plant has the id ${id}`)
    },
  }
}

/** Not by `node:crypto`, which takes longer than a create in memory. */
function anyId(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32))
  return BigInt.asIntN(64, (half() << 32n) | half())
}

export interface CallRound {
  readonly rate: number
  /** Microseconds of processor time of this process for each call, with all its threads. */
  readonly processor: number
  /** Milliseconds in which 99 of 100 calls end. */
  readonly p99: number
}

/** Calls for some seconds, at least once for each of the callers, which call at once. */
export async function load(
  call: () => Promise<unknown>,
  callers: number,
  seconds: number,
): Promise<CallRound> {
  const start = performance.now()
  const before = process.cpuUsage()
  const times: number[] = []
  const caller = async () => {
    let end = start
    do {
      const begin = performance.now()
      await call()
      end = performance.now()
      times.push(end - begin)
      // A store in memory would never let go.
      if (times.length % 1000 === 0) await new Promise(setImmediate)
    } while (end < start + seconds * 1000)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const { user, system } = process.cpuUsage(before)
  const sorted = Float64Array.from(times).sort()
  return {
    rate: (times.length * 1000) / (performance.now() - start),
    processor: (user + system) / times.length,
    p99: sorted[Math.floor(times.length * 0.99)] as number,
  }
}
