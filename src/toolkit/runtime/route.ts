import { inspect } from 'node:util'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { OperationRoute } from '../openapi/operation-route.js'
import { type BodyMembers, bodyViolations, brokenBy, closeBody, openBody } from './bodies/body.js'
import { refuseMalformedType } from './bodies/choice.js'
import { type Cancellation, cancellation, inTime } from './cancellation.js'
import type { OperationContract, OperationParts } from './contract.js'
import { ContractError } from './errors/contract-error.js'
import type { MakeErrorBody } from './errors/error-body.js'
import { errors } from './errors/table.js'
import type { MultipartLimits } from './multipart/limits.js'
import { type Parameters, parameterChecker } from './parameters/check.js'
import type { OperationRequest, OperationResult } from './request.js'
import { ResponseError } from './responses/response-error.js'
import { sendResult } from './responses/send.js'
import type { ResponseChecks } from './responses/sending.js'
import { Unnamed } from './responses/unnamed.js'
import { hidden } from './routing/hidden.js'
import { whenLoaded } from './routing/late.js'
import type { LazyExplain } from './routing/lazy-explain.js'
import type { Lazy } from './routing/load.js'
import { authenticate, type Guards } from './security/authenticate.js'
import type { Principals } from './security/security.js'

/** What answers an operation: its handler, or what stands in for one. */
export type Implementation = (
  operation: OperationContract,
  given: OperationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>

/** What all operations of a contract are served with. */
export interface Serving {
  readonly guards: Guards
  readonly checks: ResponseChecks
  readonly multipart: MultipartLimits
  /** The names that a query may have beside the documented ones; none: any. */
  readonly allowedQuery?: ReadonlySet<string> | undefined
  /** What becomes of read-only members in request bodies. */
  readonly readOnly: 'ignore' | 'refuse'
  /** What becomes of members of responses that the contract does not name. */
  readonly unnamedMembers: 'omit' | 'send'
  /** In milliseconds; none: for as long as it takes. */
  readonly handlerTimeout?: number | undefined
  /** None: the standard Error. */
  readonly errorBody?: MakeErrorBody | undefined
}

/** The Fastify route of an operation. Fastify is given no schema: it would hold and compile it. */
export function operationRoute(
  route: OperationRoute,
  source: Lazy<OperationContract>,
  implementation: Implementation | undefined,
  { explain }: LazyExplain,
  { guards, checks, multipart, allowedQuery, handlerTimeout, unnamedMembers }: Serving,
): RouteOptions {
  const unnamed = unnamedMembers === 'omit' ? new Unnamed() : undefined
  const principals = new WeakMap<FastifyRequest, Principals>()
  const parameters = new WeakMap<FastifyRequest, Parameters>()
  let readParameters: ReturnType<typeof parameterChecker> | undefined
  const { operationId, method, url } = route
  return {
    method,
    url,
    schema: hidden(),
    config: { operation: route, operationId },
    exposeHeadRoute: false,
    async onRequest(request, reply) {
      if (route.security.length > 0) {
        principals.set(request, await authenticate(route.security, guards, request, reply))
      }
      if (implementation === undefined) throw new ContractError(errors.notImplemented)
      const operation = source.value ?? (await source.load())
      request.routeOptions.config.operation = operation
      refuseMalformedType(operation, request)
    },
    preValidation(request) {
      const operation = source.value as OperationContract
      readParameters ??= parameterChecker(operation, explain, allowedQuery)
      const read = readParameters
      return whenLoaded(() => {
        const given = read(request)
        const violations = [...given.violations, ...bodyViolations(operation, request, explain)]
        if (violations.length > 0) throw brokenBy(violations)
        parameters.set(request, given)
      })
    },
    onResponse: closeBody,
    async handler(request, reply) {
      const operation = source.value as OperationContract
      const cancelled = cancellation(reply)
      const given = operationRequest(operation, request, cancelled, {
        ...(parameters.get(request) as Parameters),
        body: await openBody(operation, request, explain, multipart),
        security: principals.get(request),
      })
      const implement = implementation as Implementation
      const work = () => implement(operation, given, request, reply)
      const tell = (err: unknown) =>
        request.log.warn({ err, operation: operationId }, 'a handler failed after its time was up')
      const answer = () => inTime(work, handlerTimeout, cancelled.abort, tell)
      const result = await call(operation, answer)
      const sending = { operation, checks, explain, log: request.log, unnamed }
      await sendResult(sending, result, reply)
      return reply
    },
  }
}

interface Given extends Parameters {
  readonly body: BodyMembers | undefined
  readonly security: Principals | undefined
}

/** What the handler gets: the parts that the operation documents, and nothing else. */
function operationRequest(
  operation: OperationContract,
  request: FastifyRequest,
  cancelled: Cancellation,
  given: Given,
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

/** A handler answers by what it returns; whatever else it throws is a fault of the server. */
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
    /** The operation that the route serves, where a contract serves it; its parts once it was used. */
    operation?: OperationRoute & Partial<OperationParts>
    operationId?: string
  }
}
