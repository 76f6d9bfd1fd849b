import type { SecurityScheme } from '../../openapi/security.js'
import { KEY_PLACES } from './credentials.js'
import { ambiguous, refusedBy } from './principals.js'
import { type SecretOptions, type SecretOwner, type Secrets, secretVerifier } from './secrets.js'
import type { SecurityHandler, Verify } from './security.js'

/**
 * A security handler for `apiKey` schemes. The key is read from a header, a query parameter or a
 * cookie, as the document says. Queries and cookies are decoded like parameters (percent-encoded
 * UTF-8, quotes around a cookie removed), but a key must be sent once, in cookies too. Keys in a
 * query end up in logs and histories; prefer a header.
 *
 * @param accepted - The keys, kept as digests and compared in constant time, or a verifier.
 * @throws {TypeError} if there is no key, or for a scheme of another type.
 */
export function apiKey(keys: Secrets, options?: SecretOptions): SecurityHandler<SecretOwner>
export function apiKey<Principal>(verify: Verify<string, Principal>): SecurityHandler<Principal>
export function apiKey(
  accepted: Secrets | Verify<string, unknown>,
  options: SecretOptions = {},
): SecurityHandler {
  const verify =
    typeof accepted === 'function'
      ? accepted
      : secretVerifier(accepted, options, (text) => text !== '', 'key')
  return {
    prepare(_app, schemes) {
      schemes.forEach(locationOf)
    },
    async authenticate(request, _reply, scopes, scheme) {
      const { keysIn, parameter } = locationOf(scheme)
      const [key = '', ...others] = keysIn(request, parameter)
      if (others.length > 0) throw ambiguous(scheme)
      if (key === '') throw refusedBy(scheme, request)
      return verify(key, { request, scopes, scheme })
    },
  }
}

function locationOf({ name, in: place, parameter }: SecurityScheme) {
  const keysIn = place && KEY_PLACES[place]
  if (keysIn === undefined || parameter === undefined) {
    throw new TypeError(`apiKey() cannot serve ${name}: the document does not say where the key is`)
  }
  return { keysIn, parameter }
}
