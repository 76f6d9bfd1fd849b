import { runInNewContext } from 'node:vm'

/** In milliseconds: a thousand times what a million linear steps take, and far too little for their square. */
const LIMIT = 120_000

/** Runs what takes a moment if its time grows with its input, and would take an hour if with its square. */
export function ends<T>(work: () => T): T {
  return runInNewContext('work()', { work }, { timeout: LIMIT })
}
