import { STATUS_CODES } from 'node:http'
import { inspect } from 'node:util'
import type { OperationRoute } from '../../openapi/route.js'
import { statusKeys } from '../../openapi/status.js'
import type { OperationContract } from '../contract/contract.js'
import { HttpRefusal } from './http-refusal.js'

/** A handler broke its own contract: the client gets 500, and the log names the rule. */
export class ResponseError extends Error {
  constructor(operation: OperationRoute, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}

/** The error that a thrown value is answered with: 500, unless it has a status that is documented. */
export function handlerError(operation: OperationContract, thrown: unknown): Error {
  if (thrown instanceof HttpRefusal) return thrown
  if (thrown instanceof Error) {
    // Members of errors of `http-errors` and others; a message that is not exposed is not for clients.
    const { statusCode, expose } = thrown as { statusCode?: unknown; expose?: unknown }
    if (typeof statusCode === 'number' && isRefusal(statusCode, operation)) {
      const message = expose === false ? `${STATUS_CODES[statusCode]}.` : thrown.message
      return new HttpRefusal({ error: statusCode * 100, message }, { cause: thrown })
    }
  }
  const what = thrown instanceof Error ? thrown.name : inspect(thrown, { depth: 0 })
  return new ResponseError(operation, `threw ${what}`, { cause: thrown })
}

/** True for a documented status of a client's error: messages of others may tell about the inside. */
function isRefusal(status: number, { responses }: OperationContract): boolean {
  const isKnown = status >= 400 && status < 500 && STATUS_CODES[status] !== undefined
  return isKnown && statusKeys(status).some((key) => Object.hasOwn(responses, key))
}
