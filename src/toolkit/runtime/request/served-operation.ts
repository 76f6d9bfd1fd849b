import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'
import type { OperationContract } from '../contract/contract.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { type Explain, explainAll } from '../errors/violations.js'
import { stateOf } from '../exchange/request-state.js'
import type { Lazy } from '../loading/lazy.js'
import { sendResult } from '../response/send.js'
import { UnnamedMembers } from '../response/unnamed-members.js'
import { HIDDEN } from '../routing/other-methods.js'
import { authenticate } from '../security/authenticate.js'
import { bodyMembers, bodyViolations, closeBody, requestError } from './body.js'
import { cancellation, withTimeout } from './handler-timeout.js'
import { callHandler, type Implementation, operationRequest } from './implementation.js'
import { parameterReader } from './parameters.js'
import { refuseMalformedType } from './request-media.js'
import type { ServeSettings } from './serve-settings.js'

interface Served {
  readonly route: OperationRoute
  readonly source: Lazy<OperationContract>
  readonly implementation: Implementation | undefined
  readonly explain: Explain
  readonly settings: ServeSettings
}

/** An operation, and the steps of its requests. */
export class ServedOperation {
  readonly #served: Served
  readonly #unnamed: UnnamedMembers | undefined
  #readParameters: ReturnType<typeof parameterReader> | undefined

  constructor(served: Served) {
    this.#served = served
    if (served.settings.unnamedMembers === 'omit') this.#unnamed = new UnnamedMembers()
  }

  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { route, source, implementation, settings } = this.#served
    const { security } = route
    if (security.length > 0) {
      const { schemeHandlers } = settings
      stateOf(request).principals = await authenticate(security, schemeHandlers, request, reply)
    }
    if (implementation === undefined) throw new ContractError(errors.notImplemented)
    const operation = source.value ?? (await source.load())
    request.routeOptions.config.operation = operation
    refuseMalformedType(operation, request)
  }

  load(): Promise<unknown> {
    return this.#served.source.load()
  }

  async check(request: FastifyRequest): Promise<void> {
    const { source, explain, settings } = this.#served
    const operation = source.value as OperationContract
    this.#readParameters ??= parameterReader(operation, explain, settings.allowedQuery)
    const parameters = this.#readParameters(request)
    const ofBody = bodyViolations(operation, request, explain)
    const violations = await explainAll([...parameters.sources, ...ofBody])
    if (violations.length > 0) throw requestError(violations)
    stateOf(request).parameters = parameters
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { source, explain, settings } = this.#served
    const operation = source.value as OperationContract
    const cancelled = cancellation(reply)
    const body = await bodyMembers(operation, request, explain, settings.multipart)
    const given = operationRequest(operation, request, cancelled, body)
    const implement = this.#served.implementation as Implementation
    const answer = () =>
      withTimeout(
        () => implement(operation, given, request, reply),
        settings.handlerTimeout,
        cancelled.abort,
        (err) => request.log.warn({ err, operation: operation.operationId }, LATE_FAILURE),
      )
    const result = await callHandler(operation, answer)
    const { log } = request
    const { checks } = settings
    const context = { operation, checks, explain, log, unnamed: this.#unnamed, broken: [] }
    await sendResult(context, result, reply)
    return reply
  }
}

const LATE_FAILURE = 'a handler failed after its time was up'

/**
 * The Fastify route of an operation, which is prepared for its first request: a contract may have
 * more than a thousand. Fastify gets no schema, which it would keep and compile.
 */
export function operationRoute(route: OperationRoute, served: () => ServedOperation): RouteOptions {
  const { operationId, method, url } = route
  return {
    method,
    url,
    schema: HIDDEN,
    config: { operation: route, operationId },
    exposeHeadRoute: false,
    onRequest: (request, reply) => served().begin(request, reply),
    preValidation: (request) => served().check(request),
    onResponse: closeBody,
    handler: (request, reply) => served().answer(request, reply),
  }
}
