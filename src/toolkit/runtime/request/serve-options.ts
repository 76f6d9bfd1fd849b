import type { FastifyRequest } from 'fastify'
import type { MissingHandler, OperationResult } from '../contract/handler.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import type { ResponseChecks } from '../response/response-context.js'
import type { SecurityHandlers } from '../security/security.js'
import type { OperationsOptions } from './route-options.js'

/**
 * Options of `serve`.
 *
 * @typeParam Missing - Type of `missing`; with it, handlers may be left out.
 */
export interface ServeOptions<
  Handlers,
  Scheme extends string,
  Missing extends MissingHandler | undefined = MissingHandler | undefined,
> {
  /** One handler per operation. A missing one answers 501. */
  readonly handlers: [Missing] extends [MissingHandler] ? Partial<Handlers> : Handlers
  /**
   * Answers the operations that have no handler, for example a mock. `handlers` need not be
   * complete then; the compiler sees this only if `missing` is a variable or the result of a call,
   * not a function expression.
   */
  readonly missing?: Missing
  /** One security handler per scheme that the operations require. */
  readonly security: SecurityHandlers<Scheme>
  /** Treatment of query parameters that an operation does not document. Default: `'ignore'`. */
  readonly unknownQuery?: 'ignore' | 'refuse'
  /**
   * Treatment of responses that break the contract: `throw` makes them a 500, `log` sends and logs
   * them, `off` does not check. A response that cannot be sent is a 500 in any case. Write-only
   * members are left out and logged if the response is sent.
   *
   * @defaultValue `'throw'`, in production too: undocumented data may be data that nobody should
   * see.
   */
  readonly responses?: ResponseChecks
  /**
   * Treatment of members of a response's body that the contract does not name: `omit` leaves them
   * out, and logs each once; `send` sends them. Members that a schema allows explicitly count as
   * named: by `additionalProperties`, `unevaluatedProperties` or `patternProperties`, or as an
   * object without named members.
   *
   * @defaultValue `'omit'`
   */
  readonly unnamedMembers?: 'omit' | 'send'
  /**
   * Makes the bodies of errors, for example `problemDetails`. It is tried when the app starts (with as much of
   * a request as there is): what the document declares otherwise is logged. Default: `{ error, message }`.
   */
  readonly errorBody?: MakeErrorBody
  /**
   * Makes results of what handlers throw, such as the errors of a store; `undefined` for any other value.
   * It is checked and sent as if the handler had returned it. It does not see a `HttpRefusal` or a
   * `ThrownResult`.
   */
  readonly mapError?: MapError
  /**
   * Longest time until a handler has returned its result, in milliseconds. A late one is answered
   * 503 with `Retry-After`, and its `signal` is aborted. Default: no limit.
   */
  readonly handlerTimeout?: number
  /**
   * True if documented `GET`s also answer `HEAD`, with the headers of `GET` (RFC 9110, section 9.3.2).
   * Default: the app's `exposeHeadRoutes`, which is true by default.
   */
  readonly exposeHeadRoutes?: boolean
  /**
   * Options of Fastify for the route of an operation, such as `bodyLimit`, `config` for plugins, or hooks,
   * which run after those of the contract, but before it validates: by operation id, or made for each operation. An operation's
   * `x-` extensions are in `config`, too.
   */
  readonly routeOptions?: OperationsOptions
  /** Limits for `multipart` bodies. */
  readonly multipart?: Partial<MultipartLimits>
  /**
   * Time when the operations of a large contract are loaded: each on its first request (`lazy`), or
   * all before the app is ready (`eager`). Default: `'lazy'`.
   */
  readonly load?: 'lazy' | 'eager'
  /**
   * `show` has the operations in `request.routeOptions.schema`, and in documents that the host's
   * `@fastify/swagger` makes of its routes; `hide` does not. Default: `'show'`.
   */
  readonly routeSchemas?: 'show' | 'hide'
}

/** Makes a result of a thrown value; `operationId` is in `request.routeOptions.config`. */
export type MapError = (
  error: unknown,
  request: FastifyRequest,
) => OperationResult | undefined | Promise<OperationResult | undefined>

/** Limits for `multipart` bodies, beside the limit of all bodies. */
export interface MultipartLimits {
  /** Most bytes of files that wait in memory until all parts have arrived. Default: 1 MiB. */
  readonly memory: number
  /** Most bytes of a part that is not a file. Default: 1 MiB. */
  readonly fieldSize: number
  /** Most parts. Default: 1000. */
  readonly parts: number
  /** Most bytes of the headers of a part, up to 65536. Default: 16384. */
  readonly headerSize: number
}
