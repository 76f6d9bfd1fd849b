import { createHash, randomBytes } from 'node:crypto'

/** Fewest characters, and different ones among them: other tokens are easy to guess. */
const MINIMUM = { characters: 8, different: 4 }

/** Description of an entry of a list of tokens. */
export const tokenSyntax = `a bearer token (at least ${MINIMUM.characters} letters, digits and - . _ ~ + /, perhaps = at the end; ${MINIMUM.different} of them different) or sha256: and 64 hex digits`

/** RFC 6750, section 2.1. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/

/** The colon, which no token contains, distinguishes the two forms. */
const digest = /^sha256:([0-9a-f]{64})$/i

interface HashedTokens {
  readonly hashes: readonly Buffer[]
  /** Positions of invalid entries, from 1. */
  readonly wrong: readonly number[]
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Hashes a comma-separated list. `wrong` counts entries. */
export function hashTokenList(text: string): HashedTokens {
  return collect(text.split(','), () => true)
}

/**
 * Hashes the content of a file with one token on each line; blank lines and lines that begin with `#` are
 * ignored. `wrong` counts lines.
 */
export function hashTokenFile(text: string): HashedTokens {
  return collect(text.split('\n'), (line) => line !== '' && !line.startsWith('#'))
}

/** 32 random bytes, as base64url. */
export function randomToken(): string {
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
  const isLong = entry.length >= MINIMUM.characters && new Set(entry).size >= MINIMUM.different
  return isLong && b64token.test(entry) ? hashToken(entry) : undefined
}
