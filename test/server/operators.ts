/** What the port for operators is asked for, of a server in a process of its own. */

import type { Test } from 'tap'
import { token } from './helpers.js'
import type { Running } from './process.js'
import { adminIn } from './served.js'

/** The address of the admin port, as the log has it. */
export async function adminOf({ output, logged }: Running): Promise<string> {
  await logged('/metrics are at')
  return adminIn(output.stdout)
}

export const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', ADMIN_PORT: '0' }
export const fern = { id: 1, name: 'fern' }

export async function ask(url: string): Promise<[status: number, text: string]> {
  const response = await fetch(url)
  return [response.status, await response.text()]
}

function sampleOf(text: string, metric: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `))
  return Number(line?.slice(metric.length + 1))
}

const created =
  'http_server_request_duration_seconds_count{operation="createPlant",method="POST",status="200"}'

/**
 * What the port for operators tells of creates.
 *
 * @param count - Creates that were answered 200.
 */
export async function hasMetrics(t: Test, admin: string, count: number): Promise<void> {
  const [status, text] = await ask(`${admin}/metrics`)
  t.equal(status, 200)
  t.equal(sampleOf(text, created), count)
  t.ok(sampleOf(text, 'store_batch_calls_sum') >= count)
  t.ok(sampleOf(text, 'store_batch_duration_seconds_count') > 0)
  t.match(text, /^store_waiting_calls 0$/m)
  t.match(text, /^process_cpu_seconds_total/m)
}
