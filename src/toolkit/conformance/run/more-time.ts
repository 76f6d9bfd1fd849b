import { performance } from 'node:perf_hooks'

/** How many times as long as usual the kit waits before it says that there is no response: a machine may be slow. */
const PATIENCE = 4

/** Milliseconds for the second try of a request that was not answered in its time; the run ends in time all the same. */
export function moreTime(requestTime: number, endOfRun: number): number {
  return Math.max(requestTime, Math.min(endOfRun - performance.now(), PATIENCE * requestTime))
}
