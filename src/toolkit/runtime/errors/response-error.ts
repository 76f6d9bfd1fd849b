import type { OperationRoute } from '../../openapi/route.js'

/** A handler broke its own contract: the client gets 500, and the log names the rule. */
export class ResponseError extends Error {
  constructor(operation: OperationRoute, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}

/** A response breaks a rule whose explanation may have to be loaded: the error handler waits for it. */
export class UnexplainedError extends ResponseError {
  readonly #operation: OperationRoute
  readonly #explain: () => Promise<string>

  constructor(operation: OperationRoute, explain: () => Promise<string>) {
    super(operation, 'returned a response that breaks the contract')
    this.#operation = operation
    this.#explain = explain
  }

  async explained(): Promise<ResponseError> {
    return new ResponseError(this.#operation, await this.#explain())
  }
}
