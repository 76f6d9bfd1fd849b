/** The file of bearer tokens: read at the start, and again whenever it changes. */

import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { hashTokenFile, tokenSyntax } from './tokens.js'

/** Reads a text file, or throws. */
export type ReadFile = (path: string) => string

export const readText: ReadFile = (path) => readFileSync(path, 'utf8')

/** The tokens of a file as digests, or what is wrong with it, in words that follow its name. */
export function readTokenFile(
  path: string,
  readFile: ReadFile = readText,
): { hashes: readonly Buffer[]; problem?: string } {
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
  return hashes.length > 0
    ? { hashes }
    : { hashes, problem: 'holds no token; add one, or remove the setting' }
}

/** How often the file is looked at, in milliseconds. */
const INTERVAL = 2_000

/**
 * The digests of the tokens that are accepted now: what the file holds, also after it was changed or
 * replaced. A file that is wrong changes nothing, and is told in the log: halfway through a rotation
 * nobody is to be locked out.
 */
export function acceptedTokens(
  app: FastifyInstance,
  { bearerTokensFile: path, tokenHashes }: Pick<Config, 'bearerTokensFile' | 'tokenHashes'>,
  interval = INTERVAL,
): { readonly hashes: readonly Buffer[] } {
  const accepted = { hashes: tokenHashes }
  if (path === undefined) return accepted
  const readAgain = () => {
    const { hashes, problem } = readTokenFile(path)
    if (problem !== undefined) {
      app.log.error({ file: path }, `the file of tokens ${problem}; the earlier tokens hold`)
      return
    }
    accepted.hashes = hashes
    app.log.info({ file: path, tokens: hashes.length }, 'the file of tokens was read again')
  }
  // It is looked at by its name, so that one that takes its place, or a link elsewhere, is seen.
  watchFile(path, { interval, persistent: false }, readAgain)
  app.addHook('onClose', async () => unwatchFile(path, readAgain))
  return accepted
}
