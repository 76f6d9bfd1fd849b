import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createNew } from './create.js'

/**
 * Clients that create plants, each the next one when the last one is answered: all together so many a second, or as
 * much as the server can carry. Resolves when all are answered.
 *
 * @param rate - What is due while all clients wait is not sent.
 */
export async function load(port: number, clients: number, seconds: number, rate = Infinity) {
  const begun = performance.now()
  const [end, agent] = [begun + 1_000 * seconds, new Agent({ keepAlive: true })]
  /** Milliseconds of responses with 200, the number of those with 503 and `Retry-After`, and all others. */
  const outcome = { times: [] as number[], refused: 0, wrong: [] as string[] }
  let turn = 0
  const client = async () => {
    for (let sent = 0; sent < end; ) {
      turn = Math.max(turn + 1, Math.floor(((performance.now() - begun) * rate) / 1_000))
      const early = rate === Infinity ? 0 : begun + (1_000 * turn) / rate - performance.now()
      if (early > 1) await wait(early)
      sent = performance.now()
      const { statusCode, headers } = await createNew(port, agent)
      if (statusCode === 200) outcome.times.push(performance.now() - sent)
      else if (statusCode === 503 && headers['retry-after'] !== undefined) outcome.refused++
      else outcome.wrong.push(`answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return { ...outcome, seconds: (performance.now() - begun) / 1_000 }
}

export type Outcome = Awaited<ReturnType<typeof load>>

/** The value that this part of all values is not above. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}
