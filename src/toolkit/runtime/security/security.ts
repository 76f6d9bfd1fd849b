import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'

/** Authenticates requests by one security scheme, in `onRequest`, before the body is read. */
export interface SecurityHandler<Principal = unknown> {
  /** Called once, in the contract's own scope, before its routes exist, with its schemes. */
  prepare?(app: FastifyInstance, schemes: readonly SecurityScheme[]): Promise<void> | void
  /**
   * Returns the value that the operation's handler gets as `security.SCHEME`. If the operation
   * requires scopes (or roles, 3.1), it must have them all in `scopes`, a list, or in `scope`,
   * separated by spaces (RFC 8693, section 4.2). This is checked after the handler. `undefined`,
   * `null` or `false` refuses; return `true` for a client without an identity of its own.
   *
   * @throws {HttpRefusal} that is the response, with a challenge of its own; any other error
   * refuses the request, but for a `VerificationFailure`.
   */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly string[],
    scheme: SecurityScheme,
  ): Principal | NoPrincipal | Promise<Principal | NoPrincipal>
  /**
   * Makes the error that is answered of one that refuses, such as 429 for a client that has had many. A handler
   * around another one passes its `refuse` on.
   */
  refuse?(refusal: Error, request: FastifyRequest): Error
}

/** Result of a security handler or verifier that refuses. */
export type NoPrincipal = undefined | null | false

/** Context of a credential. */
export interface VerifyContext {
  readonly request: FastifyRequest
  readonly scheme: SecurityScheme
  /** Scopes that the operation requires; they are also checked afterwards. */
  readonly scopes: readonly string[]
}

/**
 * Verifies a credential: returns its principal, or `undefined`, `null` or `false` if it is not
 * accepted. An error refuses, too; it is logged at level `debug`. A `HttpRefusal` is answered as it
 * is, and a `VerificationFailure` with 500.
 */
export type Verify<Credential, Principal> = (
  credential: Credential,
  context: VerifyContext,
) => Principal | NoPrincipal | Promise<Principal | NoPrincipal>

/**
 * Types of principals by the names of security schemes. Empty until an app adds its own, for all contracts
 * that it serves; the principal of any other scheme is `unknown`. `createSecurity` infers them.
 */
export interface SchemePrincipals extends Record<never, unknown> {}

type PrincipalOf<Scheme extends string> = Scheme extends keyof SchemePrincipals
  ? SchemePrincipals[Scheme]
  : unknown

/** One security handler for each scheme, which returns its principals. */
export type SecurityHandlers<Scheme extends string = string> = {
  readonly [Name in Scheme]: SecurityHandler<PrincipalOf<Name>>
}

/** The principals of a satisfied requirement, by scheme. */
export type Principals<Scheme extends string = string> = {
  readonly [Name in Scheme]: PrincipalOf<Name>
}

/** The principals if nothing is required. */
export type Anonymous = Readonly<Record<string, undefined>>

/**
 * The principals of security handlers, by scheme: an app's `SchemePrincipals` extends them.
 *
 * @typeParam Handlers - The type of what `createSecurity` returns.
 */
export type PrincipalsOf<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends SecurityHandler<infer Principal>
    ? Principal
    : never
}

/**
 * Security handlers, by scheme, with the types of their principals, which the handlers of operations get:
 *
 * ```ts
 * export const security = createSecurity({ bearerAuth: bearer((token) => users.get(token)) })
 *
 * declare module 'fastify-contract' {
 *   interface SchemePrincipals extends PrincipalsOf<typeof security> {}
 * }
 * ```
 */
export function createSecurity<Handlers extends Readonly<Record<string, SecurityHandler>>>(
  handlers: Handlers,
): Handlers {
  return handlers
}
