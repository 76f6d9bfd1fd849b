import { hash, timingSafeEqual } from 'node:crypto'
import type { Verify } from './security.js'

/**
 * Accepted secrets, as strings or as SHA-256 digests (32 bytes each). `hashes` is read for each
 * request: secrets can be exchanged, and while it is empty none is accepted.
 */
export type Secrets = readonly string[] | { readonly hashes: readonly Buffer[] }

/** Sender of a request with an accepted secret. */
export interface SecretOwner {
  /** The first 12 hex digits of the secret's SHA-256, which identify it in logs. */
  readonly fingerprint: string
  /** Scopes of all secrets. */
  readonly scopes?: readonly string[]
}

/** Options of the security handlers for fixed secrets. */
export interface SecretOptions {
  /** Scopes of all secrets; operations that require others are refused. Default: none. */
  readonly scopes?: readonly string[]
}

/**
 * A verifier for secrets. They are kept as SHA-256 digests and compared in constant time, all of
 * them, so that the time reveals neither a match nor its length.
 *
 * @param isSecret - True if a string is a well-formed secret.
 * @throws {TypeError} if there is none, or one is malformed.
 */
export function secretVerifier(
  secrets: Secrets,
  { scopes }: SecretOptions,
  isSecret: (text: string) => boolean,
  what: string,
): Verify<string, SecretOwner> {
  if (!Array.isArray(secrets) && !Array.isArray(Object(secrets).hashes))
    throw new TypeError(`give a list of secrets, each a ${what}, or a function that verifies one`)
  const accepted = 'hashes' in secrets ? secrets : { hashes: secrets.map(digestOf) }
  if (accepted.hashes.length === 0) throw new TypeError(`there must be at least one ${what}`)
  if (accepted.hashes.some(({ length }) => length !== 32))
    throw new TypeError('a SHA-256 digest has 32 bytes')
  return (text) => {
    const digest = sha256(text)
    let found: Buffer | undefined
    for (const each of accepted.hashes) {
      if (timingSafeEqual(digest, each)) found = each
    }
    return found && { fingerprint: found.toString('hex', 0, 6), ...(scopes && { scopes }) }
  }

  function digestOf(secret: string): Buffer {
    if (typeof secret !== 'string' || !isSecret(secret)) throw new TypeError(`this is no ${what}`)
    return sha256(secret)
  }
}

/** Compares two strings in a time that depends on nothing but their lengths. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

function sha256(text: string): Buffer {
  // Half the time of its own buffer, which is memory outside of the heap.
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}
