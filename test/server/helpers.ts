/** Helpers of the server's tests. */

import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../src/server/config.js'
import { hashToken } from '../../src/server/tokens.js'

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
  return {
    write: (text: string) => written.push(text),
    text: () => written.join(''),
  }
}

/** The objects in a log of JSON lines. */
export function linesOf(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** The port that an app listens on. */
export function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}
