import type { SecurityHandler } from './security.js'

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
