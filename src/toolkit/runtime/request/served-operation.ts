import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'
import { isPromise } from '../../shared/promises.js'
import type { OperationContract } from '../contract/contract.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { type Explain, explainAll } from '../errors/violations.js'
import { stateOf } from '../exchange/request-state.js'
import type { Lazy } from '../loading/lazy.js'
import { HIDDEN } from '../routing/other-methods.js'
import { PATH_QUERY } from '../routing/path-queries.js'
import type { ShownSchemas } from '../routing/shown-schemas.js'
import { type Authenticate, authenticator } from '../security/authenticate.js'
import type { Principals } from '../security/security.js'
import { bodyValue, bodyViolations, closeBody, requestError } from './body.js'
import { HandlerCall } from './handler-call.js'
import type { Implementation } from './implementation.js'
import { OperationPlan } from './operation-plan.js'
import { refuseMalformedType } from './request-media.js'
import type { ServeSettings } from './serve-settings.js'

interface Served {
  readonly route: OperationRoute
  readonly source: Lazy<OperationContract>
  readonly implementation: Implementation | undefined
  readonly explain: Explain
  readonly settings: ServeSettings
}

type Done = (error?: Error) => void

/** An operation, and the steps of its requests. A step that waits for nothing is synchronous. */
export class ServedOperation {
  readonly #served: Served
  readonly #authenticate: Authenticate | undefined
  #plan: OperationPlan | undefined

  constructor(served: Served) {
    this.#served = served
    this.#authenticate = authenticator(served.route.security, served.settings.schemeHandlers)
  }

  load(): Promise<unknown> {
    return this.#served.source.load()
  }

  begin(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const admitted = this.#authenticate?.(request, reply)
    if (isPromise(admitted)) {
      admitted.then(
        (principals) => settling(done, () => this.#admit(request, principals, done)),
        done,
      )
    } else this.#admit(request, admitted, done)
  }

  #admit(request: FastifyRequest, principals: Principals | undefined, done: Done): void {
    const { source, implementation } = this.#served
    stateOf(request).principals = principals
    if (implementation === undefined) throw new ContractError(errors.notImplemented)
    if (this.#plan !== undefined) {
      this.#accept(request, this.#plan, done)
      return
    }
    source
      .load()
      .then(
        (operation) => settling(done, () => this.#accept(request, this.#planOf(operation), done)),
        done,
      )
  }

  #planOf(operation: OperationContract): OperationPlan {
    const { explain, settings } = this.#served
    this.#plan ??= new OperationPlan(operation, explain, settings)
    return this.#plan
  }

  #accept(request: FastifyRequest, plan: OperationPlan, done: Done): void {
    stateOf(request).plan = plan
    refuseMalformedType(plan.operation, plan.mediaTypes, request)
    done()
  }

  /** Validates; why this is no validator of Fastify is in `guide/internals.md`. */
  check(request: FastifyRequest, done: Done): void {
    const { explain } = this.#served
    const state = stateOf(request)
    const { operation, readParameters } = state.plan as OperationPlan
    const parameters = readParameters?.(request)
    state.parameters = parameters
    const ofBody = bodyViolations(operation, request, explain)
    if (ofBody.length === 0 && !parameters?.sources.length) {
      done()
      return
    }
    explainAll([...(parameters?.sources ?? []), ...ofBody]).then((violations) => {
      done(violations.length > 0 ? requestError(violations) : undefined)
    }, done)
  }

  answer(request: FastifyRequest, reply: FastifyReply): void {
    const { settings, explain } = this.#served
    const state = stateOf(request)
    const plan = state.plan as OperationPlan
    const { media } = state
    const body = media && bodyValue(media, request.body, explain, settings.multipart)
    if (isPromise(body)) {
      body.then(
        (value) => this.#call(plan, value, request, reply),
        (error) => reply.send(error),
      )
    } else this.#call(plan, body, request, reply)
  }

  #call(plan: OperationPlan, body: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const implement = this.#served.implementation as Implementation
    new HandlerCall(plan, request, reply).run(implement, body)
  }
}

/** Runs a step, and passes what it throws to `done`. */
function settling(done: Done, step: () => void): void {
  try {
    step()
  } catch (error) {
    done(error as Error)
  }
}

/**
 * The Fastify route of an operation, which is prepared for its first request: a contract may have
 * more than a thousand. Fastify gets no schema, which it would compile; `shown` fills one later.
 */
export function operationRoute(
  route: OperationRoute,
  served: () => ServedOperation,
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
    // Fastify passes on what they throw.
    onRequest: (request, reply, done) => served().begin(request, reply, done),
    preValidation: (request, _reply, done) => served().check(request, done),
    onResponse: closeBody,
    handler: (request, reply) => served().answer(request, reply),
  }
}
