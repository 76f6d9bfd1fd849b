import { Readable } from 'node:stream'
import type { onRequestAsyncHookHandler, onResponseHookHandler, RouteOptions } from 'fastify'
import { essenceOf } from '../../openapi/media-type.js'
import type { OperationRoute } from '../../openapi/route.js'
import type { OperationContract, OperationParts } from '../contract/contract.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import type { Explain } from '../errors/violations.js'
import { responseWriter } from '../response/send.js'
import { HIDDEN } from '../routing/other-methods.js'
import { PATH_QUERY } from '../routing/path-queries.js'
import type { ShownSchemas } from '../routing/shown-schemas.js'
import { authenticator } from '../security/authenticate.js'
import { callHandler } from './call.js'
import { checkRequest } from './check.js'
import type { Answering, Implementation } from './implementation.js'
import { PARAMETER_NAMES, parameterReader } from './parameters.js'
import { isStreamed, malformedType, mediaSelector } from './request-media.js'
import { type ReceivedRequest, STATE } from './request-state.js'
import type { ServeSettings } from './serve-settings.js'

export interface ServedOperation {
  /** Complete as soon as the operation is loaded. */
  readonly route: OperationRoute & Partial<OperationParts>
  /** Loads the rest of it, once. */
  readonly source: () => Promise<OperationContract>
  readonly implementation: Implementation | undefined
  readonly explain: Explain
  readonly settings: ServeSettings
}

export type OperationPlan = ReturnType<typeof planOf>

/** Decisions that the document makes for all requests of an operation, made when it is first used. */
function planOf(
  operation: OperationContract,
  answer: Answering,
  explain: Explain,
  settings: ServeSettings,
) {
  const names = Object.keys(operation.requestBody?.content ?? {})
  return {
    operation,
    answer,
    settings,
    explain,
    /** `undefined` if the operation takes no parameters, and ignores those that a client sends. */
    readParameters: parameterReader(operation, explain, settings.allowedQuery),
    /** Members of a handler's request that are parameters. */
    parameterNames: PARAMETER_NAMES.filter((name) => operation[name] !== undefined),
    selectMedia: mediaSelector(operation),
    /** True if a handler learns which media type the client has sent. */
    hasSeveralTypes: names.length > 1 || names.some((name) => essenceOf(name).includes('*')),
    prepare: responseWriter(operation, explain, settings),
  }
}

/** The first step of requests: authenticates, loads what the others need, and refuses what cannot be read. */
export function admission({
  route,
  source,
  implementation,
  explain,
  settings,
}: ServedOperation): onRequestAsyncHookHandler {
  const authenticate = authenticator(route.security, settings.schemeHandlers)
  let known: OperationPlan | undefined
  const load = async (implement: Implementation) => {
    const operation = await source()
    known ??= planOf(operation, implement(operation), explain, settings)
    return known
  }
  return async (request, reply) => {
    const principals = await authenticate?.(request, reply)
    if (reply.sent) return
    if (implementation === undefined) throw new HttpRefusal(errors.notImplemented)
    const plan = known ?? (await load(implementation))
    const received = request as ReceivedRequest
    const { raw: response } = reply
    received[STATE] = { plan, principals, response, parameters: undefined, media: undefined }
    const refused = malformedType(plan.operation, request)
    if (refused !== undefined) throw refused
  }
}

/**
 * The Fastify route of an operation. The hooks are in the order of the steps of a request; the body is
 * read before `preValidation`. Fastify gets no schema, which it would compile; `shown` fills one later.
 */
export function operationRoute(
  route: ServedOperation['route'],
  admit: onRequestAsyncHookHandler,
  shown?: ShownSchemas,
  method: string = route.method,
): RouteOptions {
  const { operationId, url, pathQuery } = route
  return {
    method,
    url,
    ...(pathQuery !== undefined && { constraints: { [PATH_QUERY]: pathQuery } }),
    schema: shown?.of(operationId) ?? HIDDEN,
    config: {
      ...route.extensions,
      ...(shown && { swaggerTransform: shown.transform }),
      ...{ operation: route, operationId },
    },
    exposeHeadRoute: false,
    onRequest: admit,
    preValidation: checkRequest,
    handler: callHandler,
    ...(mayStream(route) && { onResponse: closeBody }),
  }
}

/** False if it is known that each body of an operation is read to its end, or refused. */
function mayStream({ responses, requestBody }: ServedOperation['route']): boolean {
  if (responses === undefined) return true
  return Object.values(requestBody?.content ?? {}).some(isStreamed)
}

/**
 * Discards what has not been read when the response is finished: Node does so for bodies that nobody
 * has begun to read. The connection continues behind the body.
 */
const closeBody: onResponseHookHandler = (request, _reply, done) => {
  const { body, raw } = request
  if (body instanceof Readable) body.destroy()
  if (!raw.complete) raw.resume()
  done()
}
