import { performance } from 'node:perf_hooks'

/** How many times as long as usual the kit waits before it says that there is no response: a machine may be slow. */
const PATIENCE = 4

/** Least part of the usual time, when that of the run is up. */
const LEAST = 0.2

/** Milliseconds for the second try of a request that was not answered in its time; the run ends in time all the same. */
export function moreTime(requestTime: number, endOfRun: number): number {
  const left = endOfRun - performance.now()
  return Math.max(LEAST * requestTime, Math.min(left, PATIENCE * requestTime))
}
