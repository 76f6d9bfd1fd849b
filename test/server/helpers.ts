/** Helpers of the server's tests. */

import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import { type Config, readConfig } from '../../src/server/config.js'
import { loggerOptions } from '../../src/server/logging.js'
import type { Metrics } from '../../src/server/metrics.js'
import { hashToken } from '../../src/server/tokens.js'
import { memory } from '../../src/store/memory.js'

/** A token for tests, and its configuration: nothing outside the test is touched. */
export const token = 'test-token.0123456789~+/=='

/** An address of this machine other than 127.0.0.1, and the same in a URL. */
export const otherHost = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1')
  ? '::1'
  : '127.0.0.2'
export const urlHost = otherHost === '::1' ? '[::1]' : otherHost

/** The configuration of a server on a free port, with plants in memory. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = readConfig({ PORT: '0', STORE_URL: 'memory:', LOG_LEVEL: 'trace' })
  return { ...config, tokenHashes: [hashToken(token)], ...changes }
}

/** An output that stores its text. */
export function capture() {
  const written: string[] = []
  return { write: (text: string) => written.push(text), text: () => written.join('') }
}

/** The objects in a log of JSON lines. */
export function linesOf(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

export function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}

/** The app of a test with its log, and with plants in memory; `listen` resolves with its port. */
export async function testApp(
  t: Test,
  changes: Partial<Config> = {},
  store = memory(),
  metrics?: Metrics,
) {
  const output = capture()
  const config = testConfig(changes)
  const app = await buildApp({
    ...{ config, store, metrics, logger: await loggerOptions(config, output) },
  })
  t.teardown(() => app.close())
  const listen = async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    return portOf(app)
  }
  return { app, listen, log: output.text, lines: () => linesOf(output.text()) }
}

/** A request for `POST /plants` in raw form, its body in two parts. */
export function rawCreate(body: string, as = token): [first: string, rest: string] {
  const head = [
    ...['POST /plants HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${as}`],
    ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`],
  ]
  return [`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`, body.slice(1)]
}
