/** The file of bearer tokens: read at the start, and again whenever it changes. */

import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { hashTokenFile, tokenSyntax } from './tokens.js'

/** Reads a text file, or throws. */
export type ReadFile = (path: string) => string

export const readText: ReadFile = (path) => readFileSync(path, 'utf8')

/** What a file of tokens holds. */
export interface TokenFile {
  /** The tokens as digests. */
  readonly hashes: readonly Buffer[]
  /** What is wrong with it, in words that follow its name. */
  readonly problem?: string
  /** Whether its last line is ended: one that is being written is cut anywhere. */
  readonly isWhole?: boolean
}

/** Reads a file of tokens; with nothing in it, or anything else wrong, it has a problem. */
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
  return { hashes, isWhole: text.endsWith('\n') }
}

/** How often the file is looked at, in milliseconds. */
const INTERVAL = 2_000

/**
 * The digests of the tokens that are accepted now: what the file holds, also after it was changed or
 * replaced. A file that is wrong changes nothing, and is told in the log: halfway through a rotation
 * nobody is to be locked out, and the beginning of a token is not to be one. So a change counts when the
 * last line is ended and the file was the same at two looks.
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
    const problem = now.problem ?? (now.isWhole ? undefined : NOT_WHOLE)
    if (problem !== undefined) {
      app.log.error({ file: path }, `the file of tokens ${problem}; the earlier tokens hold`)
      return
    }
    accepted.hashes = now.hashes
    app.log.info({ file: path, tokens: now.hashes.length }, 'the file of tokens was read again')
  }
  const changed = () => look()
  // It is looked at by its name, so that one that takes its place, or a link elsewhere, is seen.
  watchFile(path, { interval, persistent: false }, changed)
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    unwatchFile(path, changed)
  })
  return accepted
}

const NOT_WHOLE =
  'does not end its last line, which may be half of a token; end it with a line break'
