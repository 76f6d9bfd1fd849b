import type { StoredPlant } from '../../../src/store/store.js'

/** What creates plants, in a process without a server. */
export interface Creator {
  readonly name: string
  readonly isOurs: boolean
  readonly create: (plant: StoredPlant) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

export interface Pace {
  /** Creates per second. */
  readonly rate: number
  /** Milliseconds that 99 of 100 creates took at most. */
  readonly p99: number
}

/** Ids of all creators: each is new. */
let next = 0n

/** Creates plants with so many callers for some seconds. */
export async function load(
  create: Creator['create'],
  callers: number,
  seconds: number,
): Promise<Pace> {
  const [start, end] = [performance.now(), performance.now() + seconds * 1000]
  const times: number[] = []
  const caller = async () => {
    for (let at = performance.now(); at < end; ) {
      await create({ id: next++, name: 'fern' })
      const now = performance.now()
      times.push(now - at)
      at = now
      // A store in memory would never let go.
      if (times.length % 1000 === 0) await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length * 1000) / (performance.now() - start)
  const sorted = Float64Array.from(times).sort()
  return { rate, p99: sorted[Math.floor(0.99 * sorted.length)] as number }
}
