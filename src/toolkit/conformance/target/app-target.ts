import { performance } from 'node:perf_hooks'
import {
  type HeaderLine,
  headerLines,
  type RawRequest,
  type SentRequest,
} from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'
import { HttpTarget } from './http-target.js'
import type { TestTarget } from './test-target.js'

/** The part of a Fastify instance that the kit uses, so that it does not depend on Fastify. */
export interface TestedApp {
  ready(): PromiseLike<unknown>
  inject(request: {
    method: never
    url: string
    headers: Record<string, string | string[]>
    payload?: Buffer
  }): Promise<{ statusCode: number; headers: object; rawPayload: Buffer }>
  listen(options: { host: string; port: number }): Promise<string>
  close(): PromiseLike<unknown>
  readonly server?: {
    address(): string | { readonly port: number } | null
    unref(): unknown
  }
}

/**
 * A Fastify app in this process: requests are injected. For what only a connection can carry it listens on a
 * free port of this machine.
 */
export class AppTarget implements TestTarget {
  readonly baseUrl = 'http://localhost'
  readonly host = 'localhost'
  readonly isWhole = false
  readonly basePath: string
  readonly #app: TestedApp
  #listening: Promise<HttpTarget> | undefined

  /** @param basePath - Prefix of the contract in the app. */
  constructor(app: TestedApp, basePath = '') {
    this.#app = app
    this.basePath = basePath.replace(/\/+$/, '')
  }

  async send(request: SentRequest, time: number): Promise<Outcome> {
    await this.#app.ready()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome>((resolve) => {
      const detail = `no response in ${time} ms`
      timer = setTimeout(() => resolve({ failure: 'time', detail }), time)
    })
    const outcome = await Promise.race([late, this.#injected(request)])
    clearTimeout(timer)
    return outcome
  }

  async #injected({ method, target, headers: lines, body }: SentRequest): Promise<Outcome> {
    const started = performance.now()
    try {
      const { statusCode, headers, rawPayload } = await this.#app.inject({
        method: method as never,
        url: this.basePath + target,
        headers: grouped(lines),
        ...(body && { payload: body }),
      })
      const ms = performance.now() - started
      return { status: statusCode, headers: headerLines(headers), body: rawPayload, ms }
    } catch (error) {
      return { failure: 'closed', detail: (error as Error).message }
    }
  }

  async sendRaw(request: RawRequest, time: number): Promise<Outcome> {
    this.#listening ??= this.#listen()
    try {
      return await (await this.#listening).sendRaw(request, time)
    } catch (error) {
      return { failure: 'refused', detail: (error as Error).message }
    }
  }

  /** A port of its own, or that on which the app listens already. */
  async #listen(): Promise<HttpTarget> {
    await this.#app.ready()
    const address = this.#app.server?.address() ?? undefined
    if (typeof address === 'object') return new HttpTarget(`http://127.0.0.1:${address.port}`)
    const target = new HttpTarget(await this.#app.listen({ host: '127.0.0.1', port: 0 }))
    // The process of a test ends without a call of `close`, as it does where requests are only injected.
    this.#app.server?.unref()
    return target
  }

  /** Requests are injected. */
  async takesConnections(): Promise<boolean> {
    return true
  }

  /** Leaves the app as it was, but for a port that it may listen on: whoever made the app closes it. */
  async close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined)
    await listening?.close()
  }
}

function grouped(headers: readonly HeaderLine[]): Record<string, string | string[]> {
  const all = new Map<string, string[]>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    all.set(key, [...(all.get(key) ?? []), value])
  }
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : values]),
  )
}
