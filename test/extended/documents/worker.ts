import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Outcome, type Plan, run } from './run.js'

/** Does it in a thread of its own: the modules that it loads go with the thread. */
export async function inThread(plan: Plan): Promise<Outcome> {
  const worker = new Worker(new URL(import.meta.url), { workerData: plan })
  const [outcome] = await once(worker, 'message')
  return outcome
}

if (!isMainThread) parentPort?.postMessage(await run(workerData))
