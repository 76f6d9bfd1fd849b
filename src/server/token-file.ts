/** The file of bearer tokens, read at the start and whenever it changes. */

import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { hashTokenFile, tokenSyntax } from './tokens.js'

/** Returns the text of a file, or throws. */
export type ReadFile = (path: string) => string

export const readText: ReadFile = (path) => readFileSync(path, 'utf8')

export interface TokenFile {
  readonly hashes: readonly Buffer[]
  /** The problem, as the end of a sentence that begins with the file's name. */
  readonly problem?: string
  /** True if its last line has its end, so that no token is half written. */
  readonly isComplete?: boolean
}

export function readTokenFile(path: string, readFile: ReadFile = readText): TokenFile {
  let text: string
  try {
    text = readFile(path)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    return { hashes: [], problem: `cannot be read (${code}); correct the name or its permissions` }
  }
  const { hashes, wrong } = hashTokenFile(text)
  const [line] = wrong
  if (line !== undefined) {
    return { hashes, problem: `is wrong in line ${line}; make it ${tokenSyntax}` }
  }
  if (hashes.length === 0)
    return { hashes, problem: 'holds no token; add one, or remove the setting' }
  return { hashes, isComplete: text.endsWith('\n') }
}

/** Milliseconds between looks at the file. */
const INTERVAL = 2_000

/**
 * The digests of the accepted tokens, which follow the file. An invalid file is logged and changes nothing,
 * so that nobody is locked out during a rotation. A change counts when two looks saw the same and the last
 * line has its end, so that the beginning of a token is never accepted.
 */
export function acceptedTokens(
  app: FastifyInstance,
  { bearerTokensFile: path, tokenHashes }: Pick<Config, 'bearerTokensFile' | 'tokenHashes'>,
  interval = INTERVAL,
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
    const problem = now.problem ?? (now.isComplete ? undefined : INCOMPLETE)
    if (problem !== undefined) {
      app.log.error({ file: path }, `the file of tokens ${problem}; the earlier tokens hold`)
      return
    }
    accepted.hashes = now.hashes
    app.log.info({ file: path, tokens: now.hashes.length }, 'the file of tokens was read again')
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
