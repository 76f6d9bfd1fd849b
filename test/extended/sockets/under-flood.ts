import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Test } from 'tap'
import { createdOr } from '../load/create.js'
import { quantile } from '../load/load.js'
import type { Flood } from './flood.js'

/**
 * Has clients send and not read, while others create plants, each of which is answered 200 or 503; resolves with
 * the figures.
 *
 * @param look - Called after each answer.
 */
export async function underFlood(
  t: Test,
  flood: Flood,
  milliseconds: number,
  look = () => {},
): Promise<string> {
  const worker = new Worker(new URL('./flood.js', import.meta.url), { workerData: flood })
  const stopped = once(worker, 'exit')
  await once(worker, 'message')
  const [times, statuses]: [number[], Record<string, number>] = [[], {}]
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(20)) {
    const start = performance.now()
    const status = await createdOr(flood.port)
    statuses[status] = (statuses[status] ?? 0) + 1
    times.push(performance.now() - start)
    look()
  }
  worker.postMessage('stop')
  await stopped
  const [median, most] = [0.5, 1].map((part) => quantile(times, part).toFixed(0))
  const figures = `answers ${JSON.stringify(statuses)}, median ${median} ms, at most ${most} ms`
  const others = Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status))
  t.same(others, [], figures)
  return figures
}
