import type { SecurityRequirements } from './security.js'

/** Route of an operation, and its security requirements. */
export interface OperationRoute {
  readonly operationId: string
  /** As it is sent. */
  readonly method: string
  /** Path template, as in the document. */
  readonly path: string
  /** Path as a Fastify route. */
  readonly url: string
  /**
   * Maximum length of decoded path parameters, if it is above the 100 characters of a Fastify app.
   */
  readonly paramLength?: number | 'any'
  /** None: the operation is open. */
  readonly security: SecurityRequirements
  /** Feature that the runtime cannot serve: the operation answers 501, whatever its handler. */
  readonly unserved?: string
}
