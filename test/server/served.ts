/** The server in this process, and what it is asked in lines. */

import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import { type Environment, readConfig } from '../../src/server/config.js'
import { type Service, start, stop } from '../../src/server/start.js'
import { asks, talkAt } from '../helpers/talk.js'
import { capture, linesOf, token } from './helpers.js'

export interface Target {
  readonly base: string
  readonly token: string
}

export interface Served extends Target {
  readonly service: Service
  readonly port: number
  /** The address of its port for operators, if it has one. */
  readonly admin: string
  log(): string
  lines(): Record<string, unknown>[]
  logged(text: string): Promise<void>
  /** Stops it; resolves with true if nothing was cut off. */
  stop(): Promise<boolean>
}

/** The settings of a server on a free port, with plants in memory, whose token is `token`. */
export const configOf = (env: Environment) =>
  readConfig({ PORT: '0', STORE_URL: 'memory:', BEARER_TOKENS: token, ...env })

/** The address of the port for operators, as a log has it. */
export const adminIn = (log: string) => /\/metrics are at (\S+?)"/.exec(log)?.[1] ?? ''

/** A server with these settings, which ends with the test. */
export async function serve(t: Test, env: Environment = {}): Promise<Served> {
  const config = configOf(env)
  const output = capture()
  const service = await start(config, output)
  const { app, port } = service
  let ended: Promise<boolean> | undefined
  const end = () => {
    ended ??= stop(service)
    return ended
  }
  t.teardown(() => {
    app.server.closeAllConnections()
    return end()
  })
  const base = `http://127.0.0.1:${port}${config.basePath}`
  const { text } = output
  const logged = async (wanted: string) => {
    while (!text().includes(wanted)) await wait(5)
  }
  const log = { log: text, lines: () => linesOf(text()), logged }
  return { ...log, service, base, port, token, admin: adminIn(text()), stop: end }
}

/**
 * Asks a server in lines, as `asks` does: `create 1 fern` is a request for this plant with the server's token,
 * `create 1 fern as TOKEN` one with another token; `x*100` is a text so long.
 */
export function asked(t: Test, { base, token }: Target): (lines: string) => Promise<void> {
  const { origin } = new URL(base)
  const ask = asks(t, talkAt(origin))
  const create = (_: string, id: string, name: string, as = token) =>
    `POST ${base.slice(origin.length)}/plants (authorization: Bearer ${as}) {"id":${id},"name":"${name}"}`
  return (lines) =>
    ask(
      lines
        .replace(/\bcreate (\S+) (\S+)(?: as (\S+))?/g, create)
        .replace(/x\*(\d+)/g, (_, length) => 'x'.repeat(length)),
    )
}
