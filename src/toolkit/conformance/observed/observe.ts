import type { ModelOptions } from '../../generator/document-model.js'
import { TestedContract } from '../document/contract.js'
import { operationFor } from '../document/routing.js'
import { headerLines } from '../exchange/request.js'
import type { CheckName } from '../judge/checks.js'
import { judgeResponse } from '../judge/judge-response.js'
import { isOfClient } from '../judge/response-of.js'
import { TimeBudget } from './time-budget.js'

/** The part of a Fastify instance that observes responses. */
export interface ObservedApp {
  addHook(
    name: 'onSend',
    hook: (
      request: ObservedRequest,
      reply: ObservedReply,
      payload: unknown,
      done: (error: null, payload: unknown) => void,
    ) => void,
  ): unknown
}

interface ObservedRequest {
  readonly method: string
  readonly url: string
  readonly log?: { warn(deviation: object, message: string): void }
}

interface ObservedReply {
  readonly statusCode: number
  getHeaders(): Readonly<Record<string, unknown>>
}

/** Options of {@link observe}. */
export interface ObserveOptions extends ModelOptions {
  /** The OpenAPI document: its file, or the parsed document. */
  readonly document: string | object
  /**
   * Where the paths of the document begin in the app.
   *
   * @defaultValue the root, and the base path of the document's `servers`
   */
  readonly prefix?: string
  /**
   * The share of responses that are judged, from 0 to 1. Below 1 the judge takes a second at the start, and then at
   * most a fiftieth of the time in which the process works: where that is not enough, fewer are judged.
   *
   * @defaultValue 0.01
   */
  readonly share?: number
}

/** A rule that responses of an operation have broken. Nothing of the responses is kept. */
export interface Deviation {
  /** `GET /plants/{id}`. */
  readonly operation: string
  readonly check: CheckName
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  readonly count: number
}

/** What a judge in production has found so far. */
export interface Deviations {
  (): readonly Deviation[]
  /** How many responses were judged: of few, no deviation proves little. */
  judged(): number
}

/** Most different deviations that are counted. */
const MOST = 1_000

/** Longest body that is judged, in bytes: a service in production has other work. */
const LONGEST = 2 ** 20

/**
 * Judges a share of the responses of a service in production, and counts what deviates from its contract by
 * operation and rule. The first deviation of each kind is a warning in the log of its request. Bodies that are streams
 * are not read.
 *
 * @returns A function that gives the deviations so far; its `judged` says how many responses they are of.
 * @throws {DocumentError} with every problem of the document.
 *
 * @example
 * const deviations = observe(app, { document: 'openapi.yaml' })
 * app.get('/deviations', async () => deviations())
 */
export function observe(app: ObservedApp, options: ObserveOptions): Deviations {
  const { document, share = 0.01 } = options
  const contract = new TestedContract(document, options)
  const given = options.prefix === undefined ? [contract.model.basePath, ''] : [options.prefix]
  const prefixes = given.map((each) => each.replace(/\/+$/, ''))
  const counts = new Map<string, Deviation>()
  const budget = new TimeBudget()
  let judged = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    if (Math.random() < share && (share === 1 || budget.isLeft)) {
      budget.spend(() => {
        const body = bytesOf(payload)
        try {
          if (body === undefined) return
          if (count(counts, contract, prefixes, { request, reply, body })) judged++
        } catch {
          // A response that cannot be judged is sent all the same.
        }
      })
    }
    done(null, payload)
  })
  return Object.assign(() => [...counts.values()], { judged: () => judged })
}

interface Observed {
  readonly request: ObservedRequest
  readonly reply: ObservedReply
  readonly body: Buffer
}

/** Counts what deviates; false for a response of no operation, or none that the document is about. */
function count(
  counts: Map<string, Deviation>,
  contract: TestedContract,
  prefixes: readonly string[],
  { request: { method, url, log }, reply, body }: Observed,
): boolean {
  const [path = ''] = url.split('?')
  const [operation] = prefixes
    .filter((each) => path.startsWith(each))
    .flatMap((each) => operationFor(contract, method, path.slice(each.length)) ?? [])
  if (operation === undefined || isOfClient(operation, reply.statusCode)) return false
  const response = {
    status: reply.statusCode,
    headers: headerLines(reply.getHeaders()),
    body,
    ms: 0,
  }
  const name = `${operation.method} ${operation.path}`
  for (const { check, pointer } of judgeResponse({
    contract,
    operation,
    method,
    response,
    secrets: [],
  })) {
    const key = `${check} ${name} ${pointer}`
    const { count = 0 } = counts.get(key) ?? {}
    if (count === 0 && counts.size >= MOST) continue
    const deviation = { operation: name, check, pointer, count: count + 1 }
    counts.set(key, deviation)
    if (count === 0) log?.warn(deviation, 'A response deviates from its contract.')
  }
  return true
}

/** The bytes of a payload that is there as a whole; `undefined` for streams and long ones. */
function bytesOf(payload: unknown): Buffer | undefined {
  const bytes =
    payload === undefined || payload === null || typeof payload === 'string'
      ? Buffer.from(payload ?? '')
      : payload instanceof Uint8Array
        ? Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
        : undefined
  return bytes !== undefined && bytes.length <= LONGEST ? bytes : undefined
}
