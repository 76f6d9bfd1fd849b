import { inspect } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationRoute } from '../../openapi/operation-route.js'
import type { OperationContract, OperationParts } from '../contract/contract.js'
import type { OperationRequest, OperationResult } from '../contract/handler.js'
import { ContractError, errors } from '../errors/contract-error.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { explainAll } from '../errors/violations.js'
import { stateOf } from '../exchange/request-state.js'
import type { Lazy } from '../loading/lazy.js'
import type { Explain } from '../loading/schemas.js'
import type { MultipartLimits } from '../multipart/limits.js'
import { type ResponseChecks, ResponseError } from '../response/response-context.js'
import { sendResult } from '../response/send.js'
import { UnnamedMembers } from '../response/unnamed-members.js'
import { authenticate, type SchemeHandlers } from '../security/authenticate.js'
import type { Principals } from '../security/security.js'
import {
  type BodyMembers,
  bodyViolations,
  openBody,
  refuseMalformedType,
  requestError,
} from './body.js'
import { type Cancellation, cancellation, withTimeout } from './handler-timeout.js'
import { type Parameters, parameterChecker } from './parameters.js'

/** Answers an operation: its handler, or a substitute. */
export type Implementation = (
  operation: OperationContract,
  given: OperationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>

/** Settings for all operations of a contract. */
export interface ServeSettings {
  readonly schemeHandlers: SchemeHandlers
  readonly checks: ResponseChecks
  readonly multipart: MultipartLimits
  /** Names that a query may have beside the documented ones; `undefined` allows any. */
  readonly allowedQuery?: ReadonlySet<string> | undefined
  /** Treatment of read-only members in request bodies. */
  readonly readOnly: 'ignore' | 'refuse'
  /** Treatment of members of responses that the contract does not name. */
  readonly unnamedMembers: 'omit' | 'send'
  readonly load: 'lazy' | 'eager'
  /** In milliseconds; `undefined` is no limit. */
  readonly handlerTimeout?: number | undefined
  /** By default the standard Error. */
  readonly errorBody?: MakeErrorBody | undefined
}

/** An operation, and the steps of its requests. */
export class ServedOperation {
  readonly #route: OperationRoute
  readonly #source: Lazy<OperationContract>
  readonly #implementation: Implementation | undefined
  readonly #explain: Explain
  readonly #serving: ServeSettings
  readonly #unnamed: UnnamedMembers | undefined
  #readParameters: ReturnType<typeof parameterChecker> | undefined

  constructor(
    route: OperationRoute,
    source: Lazy<OperationContract>,
    implementation: Implementation | undefined,
    explain: Explain,
    serving: ServeSettings,
  ) {
    this.#route = route
    this.#source = source
    this.#implementation = implementation
    this.#explain = explain
    this.#serving = serving
    this.#unnamed = serving.unnamedMembers === 'omit' ? new UnnamedMembers() : undefined
  }

  /** Authenticates the client, and loads the operation. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { security } = this.#route
    if (security.length > 0) {
      const { schemeHandlers } = this.#serving
      stateOf(request).principals = await authenticate(security, schemeHandlers, request, reply)
    }
    if (this.#implementation === undefined) throw new ContractError(errors.notImplemented)
    const operation = this.#source.value ?? (await this.#source.load())
    request.routeOptions.config.operation = operation
    refuseMalformedType(operation, request)
  }

  load(): Promise<unknown> {
    return this.#source.load()
  }

  /** Refuses a request that breaks the contract. */
  async check(request: FastifyRequest): Promise<void> {
    const operation = this.#source.value as OperationContract
    const explain = this.#explain
    this.#readParameters ??= parameterChecker(operation, explain, this.#serving.allowedQuery)
    const parameters = this.#readParameters(request)
    const violationSources = [
      ...parameters.violationSources,
      ...bodyViolations(operation, request, explain),
    ]
    const violations = await explainAll(violationSources)
    if (violations.length > 0) throw requestError(violations)
    stateOf(request).parameters = parameters
  }

  /** Calls the implementation, and sends its result. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const operation = this.#source.value as OperationContract
    const { checks, multipart, handlerTimeout } = this.#serving
    const explain = this.#explain
    const cancelled = cancellation(reply)
    const { parameters, principals } = stateOf(request)
    const given = operationRequest(operation, request, cancelled, {
      ...(parameters as Parameters),
      body: await openBody(operation, request, explain, multipart),
      security: principals,
    })
    const implement = this.#implementation as Implementation
    const work = () => implement(operation, given, request, reply)
    const logLate = (err: unknown) =>
      request.log.warn({ err, operation: operation.operationId }, LATE_FAILURE)
    const answer = () => withTimeout(work, handlerTimeout, cancelled.abort, logLate)
    const result = await call(operation, answer)
    const context = {
      operation,
      checks,
      explain,
      log: request.log,
      unnamed: this.#unnamed,
      broken: [],
    }
    await sendResult(context, result, reply)
    return reply
  }
}

const LATE_FAILURE = 'a handler failed after its time was up'

interface RequestParts extends Parameters {
  readonly body: BodyMembers | undefined
  readonly security: Principals | undefined
}

/** The handler's request: the parts that the operation documents. */
function operationRequest(
  operation: OperationContract,
  request: FastifyRequest,
  cancelled: Cancellation,
  given: RequestParts,
): OperationRequest {
  const { params, query, querystring, headers, cookies } = operation
  return {
    ...(params && { params: given.params }),
    ...(query && { query: given.query }),
    ...(querystring && { querystring: given.querystring }),
    ...(headers && { headers: given.headers }),
    ...(cookies && { cookies: given.cookies }),
    ...given.body,
    ...(given.security && { security: given.security }),
    get signal() {
      return cancelled.signal
    },
    log: request.log,
  }
}

/** A handler returns its response; what it throws is a fault, except a `ContractError`. */
async function call(
  operation: OperationContract,
  work: () => OperationResult | Promise<OperationResult>,
): Promise<OperationResult> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ContractError) throw thrown
    const what = thrown instanceof Error ? thrown.name : inspect(thrown, { depth: 0 })
    throw new ResponseError(operation, `threw ${what}`, { cause: thrown })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route of a contract; complete once it has been used. */
    operation?: OperationRoute & Partial<OperationParts>
    operationId?: string
  }
}
