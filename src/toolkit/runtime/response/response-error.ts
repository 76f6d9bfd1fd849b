import type { OperationContract } from '../contract/contract.js'

/** A handler that broke its own contract; the client gets 500, the log says which rule. */
export class ResponseError extends Error {
  constructor(operation: OperationContract, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}
