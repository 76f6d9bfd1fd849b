import type { OperationResult } from './handler.js'

/**
 * Ends a request from any depth of a handler with one of its results, which is checked and sent as if it
 * were returned:
 *
 * ```ts
 * throw new ThrownResult<CreateTaskResult>({ status: 409, body: idTaken })
 * ```
 *
 * @typeParam Result - The results of the operation.
 */
export class ThrownResult<Result extends OperationResult = OperationResult> extends Error {
  readonly result: Result

  constructor(result: Result, options?: ErrorOptions) {
    super(`status ${result.status}`, options)
    this.name = 'ThrownResult'
    this.result = result
  }
}
