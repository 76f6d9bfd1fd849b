import type { OperationContract } from '../contract/contract.js'

/** A handler broke its own contract: the client gets 500, and the log names the rule. */
export class ResponseError extends Error {
  constructor(operation: OperationContract, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}
