import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Decides who a request comes from, for one security scheme of the document. Called in `onRequest`:
 * before the body is read.
 */
export interface SecurityHandler<Principal = unknown> {
  /** Called once, in the contract's own scope, before its routes exist. */
  prepare?(app: FastifyInstance): Promise<void>
  /**
   * Returns what the operation's handler gets as `security.SCHEME`.
   *
   * @throws {ContractError} with the challenge, when the request is not let in.
   */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly string[],
  ): Promise<Principal>
}

/** Alternatives (OR) of scheme name to scopes (AND), as in the document. */
export type SecurityRequirements = readonly Readonly<Record<string, readonly string[]>>[]
/** One security handler for each scheme. */
export type SecurityHandlers<Scheme extends string = string> = Readonly<
  Record<Scheme, SecurityHandler>
>
/** What the security handlers of one satisfied requirement returned, by scheme. */
export type Principals<Scheme extends string = string> = Readonly<Record<Scheme, unknown>>

/** The same where nothing is asked for. */
export type Anonymous = Readonly<Record<string, undefined>>
