import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { hashTokenFile, tokenSyntax } from './tokens.js'

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
 * The digests of the accepted tokens, which follow the file until the app is closed. An invalid file is
 * logged and changes nothing, so that nobody is locked out during a rotation. A change counts
 * when the last line has its end, so that the beginning of a token is never accepted.
 *
 * @param interval - Milliseconds between looks at the file.
 */
export function acceptedTokens(
  app: FastifyInstance,
  { bearerTokensFile: path, tokenHashes }: Pick<Config, 'bearerTokensFile' | 'tokenHashes'>,
  interval = 2_000,
) {
  const accepted = { hashes: tokenHashes }
  if (path === undefined) return accepted
  const look = () => {
    const { hashes, isComplete, problem = INCOMPLETE } = readTokenFile(path)
    if (isComplete) {
      accepted.hashes = hashes
      app.log.info({ file: path, tokens: hashes.length }, 'the file of tokens was read again')
    } else app.log.error({ file: path }, `the file of tokens ${problem}; the earlier tokens hold`)
  }
  // By name, so that a replaced file or a redirected link counts as a change.
  watchFile(path, { interval, persistent: false }, look)
  app.addHook('onClose', async () => unwatchFile(path, look))
  return accepted
}

const INCOMPLETE =
  'does not end its last line, which may be half of a token; end it with a line break'
