import { inspect } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import type {
  MissingHandler,
  OperationHandler,
  OperationRequest,
  OperationResult,
} from '../contract/handler.js'
import { ContractError } from '../errors/contract-error.js'
import { stateOf } from '../exchange/request-state.js'
import { ResponseError } from '../response/response-context.js'
import type { cancellation } from './handler-timeout.js'
import type { Parameters } from './parameters.js'

/** Answers an operation: its handler, or a substitute. */
export type Implementation = (
  operation: OperationContract,
  given: OperationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>

/** The handler's request: the parts that the operation documents. */
export function operationRequest(
  { params, query, querystring, headers, cookies }: OperationContract,
  request: FastifyRequest,
  cancelled: ReturnType<typeof cancellation>,
  body: object | undefined,
): OperationRequest {
  const { principals, parameters } = stateOf(request)
  const given = parameters as Parameters
  return {
    ...(params && { params: given.params }),
    ...(query && { query: given.query }),
    ...(querystring && { querystring: given.querystring }),
    ...(headers && { headers: given.headers }),
    ...(cookies && { cookies: given.cookies }),
    ...body,
    ...(principals && { security: principals }),
    get signal() {
      return cancelled.signal
    },
    log: request.log,
  }
}

/** A handler returns its response; what it throws is its error, except a `ContractError`. */
export async function callHandler(
  operation: OperationContract,
  work: () => Promise<OperationResult>,
): Promise<OperationResult> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ContractError) throw thrown
    const what = thrown instanceof Error ? thrown.name : inspect(thrown, { depth: 0 })
    throw new ResponseError(operation, `threw ${what}`, { cause: thrown })
  }
}

export function implementations(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  missing: MissingHandler | undefined,
): (operationId: string) => Implementation | undefined {
  return (operationId) => {
    const handler = handlerOf(handlers, operationId)
    if (handler !== undefined) return (_operation, given) => handler(given as never)
    return missing && ((operation, _given, ...context) => missing(operation, ...context))
  }
}

/** Handlers may be methods of a class, but not of `Object.prototype`. */
function handlerOf(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  operationId: string,
): OperationHandler | undefined {
  const everywhere = operationId in Object.prototype && !Object.hasOwn(handlers, operationId)
  const handler = everywhere ? undefined : handlers[operationId]
  return typeof handler === 'function' ? handler.bind(handlers) : undefined
}
