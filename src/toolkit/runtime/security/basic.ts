import { authorizationOf, refusedBy } from './principals.js'
import type { SecurityHandler, Verify } from './security.js'

/** The credential of the `Basic` scheme. */
export interface UserPassword {
  readonly user: string
  readonly password: string
}

/**
 * A security handler for `http` with `basic` (RFC 7617). Compare secrets in constant time, as
 * `isSameSecret` does, and keep passwords as salted hashes only.
 *
 * ```ts
 * basic(({ user, password }) => {
 *   const secret = secrets.get(user)
 *   return secret !== undefined && isSameSecret(password, secret) ? { user } : undefined
 * })
 * ```
 */
export function basic<Principal>(
  verify: Verify<UserPassword, Principal>,
): SecurityHandler<Principal> {
  return {
    async authenticate(request, _reply, scopes, scheme) {
      const credential = credentialIn(authorizationOf(request, scheme))
      if (credential === undefined) throw refusedBy(scheme, request)
      return verify(credential, { request, scopes, scheme })
    },
  }
}

/** RFC 7617, section 2: the user's name ends at the first colon. */
function credentialIn(authorization: string): UserPassword | undefined {
  const [, base64] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (base64 === undefined) return undefined
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? undefined : { user: text.slice(0, at), password: text.slice(at + 1) }
}
