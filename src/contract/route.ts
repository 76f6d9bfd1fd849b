import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { ABSENT, requireBody } from './body.js'
import type { OperationContract } from './contract.js'
import { ContractError } from './errors/contract-error.js'
import { errors } from './errors/table.js'
import type { OperationHandler } from './request.js'
import { sendResult } from './result.js'
import { authenticate } from './security/authenticate.js'
import type { Principals, SecurityHandlers } from './security/security.js'
import { serializerCompiler, validatorCompiler } from './validation/compilers.js'
import { coerceParameters } from './validation/parameters.js'

/** The Fastify route of an operation. */
export function operationRoute(
  operation: OperationContract,
  handler: OperationHandler | undefined,
  security: SecurityHandlers,
): RouteOptions {
  const principals = new WeakMap<FastifyRequest, Principals>()
  return {
    method: operation.method,
    url: operation.url,
    schema: hidden(operation.schema),
    config: { operation, operationId: operation.operationId },
    exposeHeadRoute: false,
    validatorCompiler: validatorCompiler(operation),
    serializerCompiler: serializerCompiler(operation),
    async onRequest(request, reply) {
      if (operation.security.length > 0) {
        principals.set(request, await authenticate(operation.security, security, request, reply))
      }
      if (handler === undefined) throw new ContractError(errors.notImplemented)
    },
    preValidation: requireBody(operation),
    async handler(request, reply) {
      const result = await handler?.(operationRequest(operation, request, principals) as never)
      return sendResult(operation, result, reply)
    },
  }
}

/** The contract documents itself: a document that the host makes of its routes leaves these out. */
function hidden(schema: FastifySchema): FastifySchema & { hide: true } {
  return { ...schema, hide: true }
}

/** What the handler gets: the parts that the operation documents, and nothing else. */
function operationRequest(
  operation: OperationContract,
  request: FastifyRequest,
  principals: WeakMap<FastifyRequest, Principals>,
): Record<string, unknown> {
  const { params, query, headers, requestBody, security } = operation
  const body = request.body === ABSENT ? undefined : request.body
  return {
    ...(params && { params: request.params }),
    ...(query && { query: request.query }),
    ...(headers && { headers: coerceParameters(headers, request.headers) }),
    ...(requestBody && { body }),
    ...(security.length > 0 && { security: principals.get(request) }),
    // Only a handler that looks at it pays for the signal.
    get signal() {
      return request.signal
    },
    log: request.log,
  }
}

/** Answers 405 for the methods of a path that the document does not have (RFC 9110, section 15.5.6). */
export function otherMethodsRoute(
  url: string,
  documented: readonly string[],
  supported: readonly string[],
): RouteOptions {
  const allow = documented.join(', ')
  const refuse = async (_request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    throw new ContractError(errors.methodNotAllowed, { headers: { allow } })
  }
  return {
    method: supported.filter((method) => !documented.includes(method)),
    url,
    schema: hidden({}),
    exposeHeadRoute: false,
    onRequest: refuse,
    handler: refuse,
  }
}
