import http from 'node:http'
import https from 'node:https'
import { performance } from 'node:perf_hooks'
import type { HeaderLine, RawRequest, SentRequest } from '../exchange/request.js'
import type { NoResponse, Outcome } from '../exchange/response.js'
import { bodilessResponse } from './bodiless-response.js'
import type { Pacing } from './pace.js'
import { exchangeRaw } from './raw-exchange.js'
import { takesConnections } from './reach.js'
import type { TestTarget } from './test-target.js'
import { untilSilent } from './until-silent.js'

/** Most bytes of a response that are read. */
const MOST_BYTES = 16 * 2 ** 20

/** A server at a base URL, in any language. */
export class HttpTarget implements TestTarget {
  readonly baseUrl: string
  readonly host: string
  readonly basePath: string
  readonly isWhole: boolean
  readonly #url: URL
  readonly #address: Pick<http.RequestOptions, 'protocol' | 'hostname' | 'port'>
  readonly #client: typeof http | typeof https
  readonly #agent: http.Agent
  readonly #pace: Pacing | undefined

  /** @throws {TypeError} for a URL that is not `http:` or `https:`. */
  constructor(baseUrl: string, pace?: Pacing) {
    this.#pace = pace
    this.#url = new URL(baseUrl)
    const { protocol, host, hostname, port, pathname } = this.#url
    if (!/^https?:$/.test(protocol)) throw new TypeError(`${baseUrl} is no http or https URL`)
    this.host = host
    this.#address = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }
    this.basePath = pathname.replace(/\/+$/, '')
    this.isWhole = this.basePath === ''
    this.baseUrl = `${protocol}//${host}${this.basePath}`
    this.#client = protocol === 'https:' ? https : http
    this.#agent = new this.#client.Agent({ keepAlive: true, maxSockets: 64 })
  }

  async send(request: SentRequest, time: number): Promise<Outcome> {
    // A body after HEAD, which there must not be, would be read as the next response.
    const agent = request.method === 'HEAD' ? false : this.#agent
    const outcome = await this.#sendOnce(request, time, agent)
    // The server may close an idle connection at the moment at which it is used again.
    const isStale =
      'failure' in outcome && outcome.failure === 'closed' && outcome.detail === REUSED
    if (!isStale) return outcome
    // After a pause of this process all idle connections are closed.
    const again = await this.#sendOnce(request, time, false)
    // The first one reached a server that is gone now.
    return 'failure' in again && again.failure === 'refused' ? outcome : again
  }

  /** @param agent - `false` for a connection of its own. */
  #sendOnce(
    { method, target, headers, body }: SentRequest,
    time: number,
    agent: http.Agent | false,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const started = performance.now()
      let request: http.ClientRequest
      try {
        request = this.#client.request({
          ...this.#address,
          method,
          path: this.basePath + target || '/',
          headers: [...headersOf(headers, this.host, body, method)].flat(),
          agent,
        })
      } catch (error) {
        resolve({ failure: 'refused', detail: (error as Error).message })
        return
      }
      const timer = setTimeout(() => {
        resolve({ failure: 'time', detail: `no response in ${time} ms` })
        request.destroy()
      }, time)
      const done = (outcome: Outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      }
      const bodiless = bodilessResponse(request, method)
      request.on('error', (error) => done(bodiless(started) ?? failureOf(error, request)))
      request.on('response', (response) => {
        const other = () => this.#askOther(time)
        read(response, started, other, (outcome) => done(bodiless(started) ?? outcome))
      })
      request.end(body)
    })
  }

  sendRaw(request: RawRequest, time: number): Promise<Outcome> {
    return exchangeRaw(this.#url, request, time, () => this.#askOther(time))
  }

  /** Asks for anything, to see whether the server answers; it resolves, in any case, when that is known. */
  async #askOther(timeout: number): Promise<void> {
    await this.#pace?.turn()
    return new Promise((resolve) => {
      const request = this.#client.request({ ...this.#address, path: '/conformance', timeout })
      const end = () => void request.destroy()
      request.on('response', end).on('timeout', end).on('error', end).on('close', resolve).end()
    })
  }

  takesConnections(time: number): Promise<boolean> {
    return takesConnections(this.baseUrl, time)
  }

  async close(): Promise<void> {
    this.#agent.destroy()
  }
}

const REUSED =
  'the server closed the connection before it answered on a connection that was open already'

function failureOf(error: NodeJS.ErrnoException, request: http.ClientRequest): NoResponse {
  const { code = '', message } = error
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return { failure: 'refused', detail: message }
  if (code.startsWith('HPE_')) return { failure: 'malformed', detail: message }
  return {
    failure: 'closed',
    detail: request.reusedSocket ? REUSED : `the connection ended: ${message}`,
  }
}

function* headersOf(
  headers: readonly HeaderLine[],
  host: string,
  body: Buffer | undefined,
  method: string,
): Generator<HeaderLine> {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  if (!names.has('host')) yield ['Host', host]
  const needsLength = body !== undefined || ['POST', 'PUT', 'PATCH'].includes(method)
  if (needsLength && !names.has('content-length') && !names.has('transfer-encoding')) {
    yield ['Content-Length', String(body?.length ?? 0)]
  }
  yield* headers
}

function read(
  response: http.IncomingMessage,
  started: number,
  other: () => Promise<unknown>,
  done: (outcome: Outcome) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const { statusCode: status = 0, rawHeaders } = response
  const headers = rawHeaders.flatMap((name, at): HeaderLine[] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] as string]] : [],
  )
  let isDone = false
  const finish = (isPartial = false) => {
    isDone = true
    const ms = performance.now() - started
    done({ status, headers, body: Buffer.concat(chunks), ms, ...(isPartial && { isPartial }) })
    if (isPartial) response.destroy()
  }
  const isStream = /event-stream|jsonl|ndjson|json-seq/.test(response.headers['content-type'] ?? '')
  // A stream may have no end.
  if (isStream) {
    void untilSilent(() => (isDone ? undefined : size), other).then(() => isDone || finish(true))
  }
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
    else finish(true)
  })
  response.on('end', () => finish())
  response.on('error', () => {
    if (isDone) return
    isDone = true
    const detail = `the connection ended inside of the body of status ${status}`
    done({ failure: 'closed', detail })
  })
}
