import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onResponseHookHandler, RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'
import { isPromise } from '../../shared/promises.js'
import type { OperationContract, OperationParts } from '../contract/contract.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import type { Explain } from '../errors/violations.js'
import { HIDDEN } from '../routing/other-methods.js'
import { PATH_QUERY } from '../routing/path-queries.js'
import type { ShownSchemas } from '../routing/shown-schemas.js'
import { type Authenticate, authenticator } from '../security/authenticate.js'
import type { Principals } from '../security/security.js'
import { callHandler } from './call.js'
import { checkRequest } from './check.js'
import type { Implementation } from './implementation.js'
import { OperationPlan } from './operation-plan.js'
import { isStreamed, malformedType } from './request-media.js'
import { type ReceivedRequest, STATE } from './request-state.js'
import type { ServeSettings } from './serve-settings.js'

interface Served {
  /** Complete as soon as the operation is loaded. */
  readonly route: OperationRoute & Partial<OperationParts>
  /** Loads the rest of it, once. */
  readonly source: () => Promise<OperationContract>
  readonly implementation: Implementation | undefined
  readonly explain: Explain
  readonly settings: ServeSettings
}

type Done = (error?: Error) => void

/** An operation, and the first step of its requests. A step that waits for nothing is synchronous. */
export class ServedOperation {
  readonly #served: Served
  readonly #authenticate: Authenticate | undefined
  #plan: OperationPlan | undefined

  constructor(served: Served) {
    this.#served = served
    this.#authenticate = authenticator(served.route.security, served.settings.schemeHandlers)
  }

  get route(): OperationRoute & Partial<OperationParts> {
    return this.#served.route
  }

  load(): Promise<unknown> {
    return this.#served.source()
  }

  /** Authenticates a request, loads what the others need, and refuses what cannot be read. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const principals = this.#authenticate?.(request, reply)
    if (principals !== undefined && isPromise(principals)) {
      principals.then((found) => this.#prepare(request, reply, found, done), done)
    } else this.#prepare(request, reply, principals, done)
  }

  #prepare(
    request: FastifyRequest,
    reply: FastifyReply,
    principals: Principals | undefined,
    done: Done,
  ): void {
    const { source, implementation } = this.#served
    if (implementation === undefined) done(new HttpRefusal(errors.notImplemented))
    else if (this.#plan !== undefined) accept(request, reply, this.#plan, principals, done)
    else {
      source()
        .then((operation) => this.#planOf(operation, implementation))
        .then((plan) => accept(request, reply, plan, principals, done), done)
    }
  }

  #planOf(operation: OperationContract, implement: Implementation): OperationPlan {
    const { explain, settings } = this.#served
    this.#plan ??= new OperationPlan(operation, implement(operation), explain, settings)
    return this.#plan
  }
}

function accept(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  plan: OperationPlan,
  principals: Principals | undefined,
  done: Done,
): void {
  const received = request as ReceivedRequest
  received[STATE] = { plan, principals, response, parameters: undefined, media: undefined }
  done(malformedType(plan.operation, plan.mediaTypes, request))
}

/**
 * The Fastify route of an operation. The hooks are in the order of the steps of a request; the body is
 * read before `preValidation`. Fastify gets no schema, which it would compile; `shown` fills one later.
 */
export function operationRoute(
  served: ServedOperation,
  shown?: ShownSchemas,
  method: string = served.route.method,
): RouteOptions {
  const { route } = served
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
    // Fastify passes on what they throw.
    onRequest: (request, reply, done) => served.admit(request, reply, done),
    preValidation: checkRequest,
    handler: callHandler,
    ...(mayStream(route) && { onResponse: closeBody }),
  }
}

/** False if it is known that each body of an operation is read to its end, or refused. */
function mayStream({ responses, requestBody }: OperationRoute & Partial<OperationParts>): boolean {
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
