import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'

/**
 * Decides who a request comes from, for one security scheme of the document. Called in `onRequest`:
 * before the body is read.
 */
export interface SecurityHandler<Principal = unknown> {
  /**
   * Called once, in the contract's own scope, before its routes exist.
   *
   * @param schemes - The schemes that it is the handler of.
   */
  prepare?(app: FastifyInstance, schemes: readonly SecurityScheme[]): Promise<void> | void
  /**
   * Returns what the operation's handler gets as `security.SCHEME`. Where the operation asks for
   * scopes (or roles, 3.1), it must have them all in `scopes`, a list, or in `scope`, separated by
   * spaces (RFC 8693, section 4.2): this is checked after the handler, whatever it does with them.
   * Nothing, `null` or `false` refuses: who is let in without an identity of its own is `true`.
   *
   * @throws {ContractError} with the challenge, when the request is not let in.
   */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly string[],
    scheme: SecurityScheme,
  ): Principal | Nobody | Promise<Principal | Nobody>
}

/** What a security handler, or what verifies a credential, returns for whom it does not let in. */
export type Nobody = undefined | null | false

/** What a credential is judged with. */
export interface Asked {
  readonly request: FastifyRequest
  readonly scheme: SecurityScheme
  /** What the operation asks for; checked afterwards too. */
  readonly scopes: readonly string[]
}

/**
 * Tells who has a credential: the principal, or `undefined`, `null` or `false` when it is not accepted.
 * What it throws is a fault of the server, unless it is a `ContractError`.
 */
export type Verify<Credential, Principal> = (
  credential: Credential,
  asked: Asked,
) => Principal | Nobody | Promise<Principal | Nobody>

/** One security handler for each scheme. */
export type SecurityHandlers<Scheme extends string = string> = Readonly<
  Record<Scheme, SecurityHandler>
>
/** What the security handlers of one satisfied requirement returned, by scheme. */
export type Principals<Scheme extends string = string> = Readonly<Record<Scheme, unknown>>

/** The same where nothing is asked for. */
export type Anonymous = Readonly<Record<string, undefined>>
