import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'

/** Fewest characters, and different ones among them: other tokens are easy to guess. */
const MINIMUM = { characters: 8, different: 4 }

/** Description of an entry of a list of tokens. */
export const tokenSyntax = `a bearer token (at least ${MINIMUM.characters} letters, digits and - . _ ~ + /, perhaps = at the end; ${MINIMUM.different} of them different) or sha256: and 64 hex digits`

/** RFC 6750, section 2.1. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/

/** The colon, which no token contains, distinguishes the two forms. */
const digest = /^sha256:([0-9a-f]{64})$/i

interface HashedTokens {
  /** SHA-256 digests. */
  readonly hashes: readonly Buffer[]
  /** Positions of invalid entries, from 1. */
  readonly wrong: readonly number[]
}

/** SHA-256. */
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

interface TokenFile {
  readonly hashes: readonly Buffer[]
  /** The problem, as the end of a sentence that begins with the file's name. */
  readonly problem?: string
  /** True if its last line has its end, so that no token is half written. */
  readonly isComplete?: boolean
}

export const readText = (path: string) => readFileSync(path, 'utf8')

/** @param read - Returns the text of a file, or throws. */
export function readTokenFile(path: string, read = readText): TokenFile {
  try {
    const text = read(path)
    const { hashes, wrong } = hashTokenFile(text)
    const problem = wrong[0] && `is wrong in line ${wrong[0]}; make it ${tokenSyntax}`
    if (problem) return { hashes, problem }
    if (hashes.length > 0) return { hashes, isComplete: text.endsWith('\n') }
    return { hashes, problem: 'holds no token; add one, or remove the setting' }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    return { hashes: [], problem: `cannot be read (${code}); correct the name or its permissions` }
  }
}

/**
 * The digests of the accepted tokens, which follow the file. An invalid file is logged and changes nothing,
 * so that nobody is locked out during a rotation. A change counts when two looks saw the same and the last
 * line has its end, so that the beginning of a token is never accepted.
 *
 * @param interval - Milliseconds between looks at the file.
 */
export function acceptedTokens(
  app: FastifyInstance,
  { bearerTokensFile: path, tokenHashes }: Pick<Config, 'bearerTokensFile' | 'tokenHashes'>,
  interval = 2_000,
): { readonly hashes: readonly Buffer[] } {
  const accepted = { hashes: tokenHashes }
  if (path === undefined) return accepted
  let timer: NodeJS.Timeout | undefined
  const look = (before?: TokenFile) => {
    const now = readTokenFile(path)
    clearTimeout(timer)
    if (before === undefined || !isDeepStrictEqual(before, now)) {
      timer = setTimeout(look, interval / 2, now).unref()
      return
    }
    const { hashes, isComplete, problem = INCOMPLETE } = now
    if (isComplete) {
      accepted.hashes = hashes
      app.log.info({ file: path, tokens: hashes.length }, 'the file of tokens was read again')
    } else app.log.error({ file: path }, `the file of tokens ${problem}; the earlier tokens hold`)
  }
  const changed = () => look()
  // By name, so that a replaced file or a redirected link counts as a change.
  watchFile(path, { interval, persistent: false }, changed)
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    unwatchFile(path, changed)
  })
  return accepted
}

const INCOMPLETE =
  'does not end its last line, which may be half of a token; end it with a line break'
