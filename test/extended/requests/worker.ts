import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { bombard, type Plan } from './run.js'
import type { Tally } from './tally.js'

/** Does it in a thread of its own: the test runner follows every promise of its own one. */
export async function inThread(plan: Plan): Promise<Tally> {
  const worker = new Worker(new URL(import.meta.url), { workerData: plan })
  const [tally] = await once(worker, 'message')
  return tally
}

if (!isMainThread) parentPort?.postMessage(await bombard(workerData))
