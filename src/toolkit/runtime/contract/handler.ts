import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContract } from './contract.js'

/** Members of every handler's request, next to those that its operation documents. */
export interface OperationRequest {
  /** Aborted when the client leaves before the response. */
  readonly signal: AbortSignal
  /** The request's logger. */
  readonly log: FastifyBaseLogger
}

/** Result of a handler, as the runtime sees it; the operation's own type is narrower. */
export interface OperationResult {
  readonly status: number
  /** The media type of the body, if several are documented. */
  readonly contentType?: string
  readonly body?: unknown
  readonly headers?: object
}

/** A handler, as the runtime sees it; the contract's `Handlers` are narrower. */
export type OperationHandler = (request: never) => OperationResult | Promise<OperationResult>

/** Answers operations that have no handler. Requests are authenticated and validated. */
export type MissingHandler = (
  operation: OperationContract,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>
