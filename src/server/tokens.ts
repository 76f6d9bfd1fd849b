/** Bearer tokens: read, hashed at once and not kept. */

import { createHash, randomBytes } from 'node:crypto'

/** The fewest characters of a token, and how many of them must differ: a shorter one is guessed. */
const LEAST = { characters: 8, different: 4 }

/** What an entry of a list of tokens must be, in words. */
export const tokenSyntax = `a bearer token (at least ${LEAST.characters} letters, digits and - . _ ~ + /, perhaps = at the end; ${LEAST.different} of them different) or sha256: and 64 hex digits`

/** RFC 6750, section 2.1. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/

/** A colon is no character of a token, so that the two forms cannot be mixed up. */
const digest = /^sha256:([0-9a-f]{64})$/i

/** What was found in a list of tokens. */
export interface HashedTokens {
  /** SHA-256 digests, 32 bytes each. */
  readonly hashes: readonly Buffer[]
  /** Where something stands that is no entry; counted from 1. */
  readonly wrong: readonly number[]
}

/** The SHA-256 digest of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The tokens in a comma-separated list. `wrong` counts entries. */
export function hashTokenList(text: string): HashedTokens {
  return collect(text.split(','), () => true)
}

/**
 * The tokens in the text of a file: one on each line; blank lines and lines that begin with `#` do
 * not count as entries. `wrong` counts lines.
 */
export function hashTokenFile(text: string): HashedTokens {
  return collect(text.split('\n'), (line) => line !== '' && !line.startsWith('#'))
}

/** A fresh token: 32 random bytes, as base64url. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

function collect(parts: readonly string[], isEntry: (part: string) => boolean): HashedTokens {
  const hashes: Buffer[] = []
  const wrong: number[] = []
  for (const [index, part] of parts.entries()) {
    const entry = part.trim()
    if (!isEntry(entry)) continue
    const hash = hashEntry(entry)
    if (hash === undefined) wrong.push(index + 1)
    else hashes.push(hash)
  }
  return { hashes, wrong }
}

function hashEntry(entry: string): Buffer | undefined {
  const hex = digest.exec(entry)?.[1]
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  return b64token.test(entry) && isLongEnough(entry) ? hashToken(entry) : undefined
}

function isLongEnough(token: string): boolean {
  return token.length >= LEAST.characters && new Set(token).size >= LEAST.different
}
