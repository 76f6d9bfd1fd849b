import { createHash, timingSafeEqual } from 'node:crypto'
import type { Verify } from './security.js'

/**
 * Accepted secrets, as text or as SHA-256 digests (32 bytes each). `hashes` is looked at for each
 * request: where it changes, so do the secrets, and while it is empty none is accepted.
 */
export type Secrets = readonly string[] | { readonly hashes: readonly Buffer[] }

/** Who sent a request with an accepted secret. */
export interface SecretOwner {
  /** The first 12 hex digits of the secret's SHA-256: tells secrets apart in logs, gives none away. */
  readonly fingerprint: string
  /** What all of the secrets allow. */
  readonly scopes?: readonly string[]
}

/** What holds for all of the secrets. */
export interface SecretOptions {
  /** What they allow; operations that ask for more are refused. Default: nothing. */
  readonly scopes?: readonly string[]
}

/**
 * Verifies that a text is one of the secrets. They are kept as SHA-256 digests and compared in constant
 * time, all of them, so that the time tells neither how much of one matched nor which one.
 *
 * @param isSecret - What a text must be to be a secret at all.
 * @throws {TypeError} when there is none, or one cannot be one.
 */
export function amongSecrets(
  secrets: Secrets,
  { scopes }: SecretOptions,
  isSecret: (text: string) => boolean,
  what: string,
): Verify<string, SecretOwner> {
  const accepted = 'hashes' in secrets ? secrets : { hashes: secrets.map(hash) }
  if (accepted.hashes.length === 0) throw new TypeError(`there must be at least one ${what}`)
  if (accepted.hashes.some(({ length }) => length !== 32))
    throw new TypeError('a SHA-256 digest has 32 bytes')
  return (text) => {
    const digest = sha256(text)
    const isOne = accepted.hashes.reduce(
      (found, each) => timingSafeEqual(digest, each) || found,
      false,
    )
    const fingerprint = digest.toString('hex').slice(0, 12)
    return isOne ? { fingerprint, ...(scopes && { scopes }) } : undefined
  }

  function hash(secret: string): Buffer {
    if (!isSecret(secret)) throw new TypeError(`this is no ${what}`)
    return sha256(secret)
  }
}

/** Whether two texts are the same, in a time that tells nothing of either but its length. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
