import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContract } from './contract.js'

/** What every handler gets, next to what its operation documents. */
export interface OperationRequest {
  /** Aborted when the client leaves before it has its answer. */
  readonly signal: AbortSignal
  /** The request's logger. */
  readonly log: FastifyBaseLogger
}

/** What a handler returns, as far as the runtime knows; the operation's own type says more. */
export interface OperationResult {
  readonly status: number
  /** Where several media types are documented: which of them the body is. */
  readonly contentType?: string
  readonly body?: unknown
  readonly headers?: object
}

/** A handler, as far as the runtime knows; the contract's `Handlers` say more. */
export type OperationHandler = (request: never) => OperationResult | Promise<OperationResult>

/** Answers operations that have no handler; requests have been authenticated and checked. */
export type MissingHandler = (
  operation: OperationContract,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>
