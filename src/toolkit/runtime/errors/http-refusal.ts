import type { Violation } from './violations.js'

/** A row of an error table: the body that a client gets. */
export interface ErrorBody {
  /** Stable code, an int32: HTTP status x 100 + n. */
  readonly error: number
  /** Prose, which may change. Contains nothing about the inside of the server. */
  readonly message: string
}

/** All errors of the runtime. Contracts add rows; `xxx00` is the general row of a status. */
export const errors = {
  badRequest: { error: 40000, message: 'The request is malformed.' },
  malformedBody: { error: 40001, message: 'The request body is not valid JSON' },
  contractViolation: { error: 40002, message: 'The request breaks the contract' },
  missingBody: { error: 40003, message: 'The request body is missing.' },
  ambiguousCredentials: { error: 40004, message: 'The request has more than one credential.' },
  malformedContent: { error: 40005, message: 'The request body is not what its media type says' },
  missingCredentials: { error: 40100, message: 'A credential is required.' },
  invalidCredentials: { error: 40101, message: 'The credential is not accepted.' },
  forbidden: { error: 40300, message: 'The credential does not allow this.' },
  insufficientScope: { error: 40301, message: 'The credential lacks a scope that this needs.' },
  certificateRequired: { error: 40302, message: 'A client certificate is required.' },
  notFound: { error: 40400, message: 'Nothing is here.' },
  methodNotAllowed: { error: 40500, message: 'This method is not allowed here.' },
  requestTimeout: { error: 40800, message: 'The request did not arrive in time.' },
  bodyTooLarge: { error: 41300, message: 'The request body is too large.' },
  urlTooLong: { error: 41400, message: 'The request target is too long.' },
  unsupportedMediaType: { error: 41500, message: 'This media type is not supported here.' },
  expectationFailed: { error: 41700, message: 'This expectation cannot be met.' },
  tooManyRequests: { error: 42900, message: 'Too many requests.' },
  headersTooLarge: { error: 43100, message: 'The request headers are too large.' },
  internal: { error: 50000, message: 'The server could not answer the request.' },
  notImplemented: { error: 50100, message: 'This is not implemented.' },
  unavailable: { error: 50300, message: 'The server cannot answer now; try again later.' },
} as const satisfies Record<string, ErrorBody>

/** The HTTP status of a row. */
export function statusOf(body: ErrorBody): number {
  return Math.floor(body.error / 100)
}

/** Details of an error beyond its row of the table. */
export interface HttpRefusalOptions extends ErrorOptions {
  /** Follows the row's message; shown to the client. */
  readonly detail?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The rules that the request breaks. */
  readonly violations?: readonly Violation[]
  /**
   * True for a failure of the server, which is logged with its cause; false for an ordinary refusal.
   *
   * @defaultValue true for status 500
   */
  readonly isFailure?: boolean
}

/** Thrown by a security handler or a hook to answer a request with a row of an error table. */
export class HttpRefusal extends Error {
  readonly body: ErrorBody
  /** The name that Fastify reads. */
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly violations: readonly Violation[]
  /** True if it is logged as a failure of the server. */
  readonly isFailure: boolean

  constructor(row: ErrorBody, options: HttpRefusalOptions = {}) {
    const { detail } = options
    const start = row.message.replace(/\.$/, '')
    const message = detail === undefined ? row.message : `${start}: ${detail}`
    super(message, options)
    this.name = 'HttpRefusal'
    this.body = { error: row.error, message }
    this.statusCode = statusOf(row)
    this.headers = options.headers ?? {}
    this.violations = options.violations ?? []
    this.isFailure = options.isFailure ?? this.statusCode === 500
  }
}

/**
 * Answers 501 in place of a handler that is not written yet, or lets `missing` answer. It takes what the
 * handler will use, so that nothing is unused until then.
 */
export const notImplemented: (...given: readonly unknown[]) => never = () => {
  throw new HttpRefusal(errors.notImplemented)
}

/**
 * 503 for a shortage that passes.
 *
 * @param cause - What is missing; it is logged, unless `isFailure` is false.
 */
export function unavailable(cause?: unknown, isFailure = cause !== undefined): HttpRefusal {
  // In seconds (RFC 9110, section 10.2.3).
  const headers = { 'retry-after': '1' }
  const because = cause !== undefined && { cause }
  return new HttpRefusal(errors.unavailable, { headers, isFailure, ...because })
}
