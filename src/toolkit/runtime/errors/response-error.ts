import type { OperationRoute } from '../../openapi/route.js'

/** A handler broke its own contract: the client gets 500, and the log names the rule. */
export class ResponseError extends Error {
  constructor(operation: OperationRoute, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}
