import type { SecurityRequirements } from './security.js'

/** Where an operation is served, and to whom. */
export interface OperationRoute {
  readonly operationId: string
  /** As it is sent. */
  readonly method: string
  /** The path template, as in the document. */
  readonly path: string
  /** The path as a Fastify route. */
  readonly url: string
  /**
   * How long path parameters may be, decoded, where that is more than the 100 characters that a Fastify
   * app takes by default.
   */
  readonly paramLength?: number | 'any'
  /** None: the operation is open. */
  readonly security: SecurityRequirements
  /** What it asks for that the runtime cannot serve: it answers 501 whatever its handler. */
  readonly unserved?: string
}
