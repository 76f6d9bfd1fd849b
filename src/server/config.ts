/** The environment, read once into a frozen, typed configuration. */

import { camel, type Setting, settings, type Values } from './settings.js'
import { type ReadFile, readText, readTokenFile } from './token-file.js'
import { misspeltNames } from './unknown-settings.js'

/** What the server is told by its environment. */
export type Config = Readonly<Omit<Values, 'bearerTokens'>> & {
  /** SHA-256 digests of the tokens that are accepted at first; empty when none is configured. */
  readonly tokenHashes: readonly Buffer[]
}

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Everything that is wrong with the environment, one line for each. */
export class ConfigError extends Error {
  /** Each line: the name, what is wrong, what to do. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the settings of the server.
 *
 * @param readFile - how to read the file of tokens; default: from the file system, as UTF-8.
 * @throws {ConfigError} naming every wrong, contradictory or misspelt setting at once.
 * @example
 * ```ts
 * const config = readConfig({ PORT: '8080', STORE_URL: 'memory:' })
 * ```
 */
export function readConfig(env: Environment, readFile: ReadFile = readText): Config {
  const present = Object.keys(env).filter((name) => env[name] !== undefined)
  const problems = misspeltNames(present, Object.keys(settings))
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    return [camel(name), readSetting(name, setting, env[name], problems)]
  })
  const { bearerTokens, ...rest } = Object.fromEntries(entries) as Values
  const tokenHashes = readTokens(bearerTokens, rest.bearerTokensFile, readFile, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({ ...rest, tokenHashes: Object.freeze(tokenHashes) })
}

function readSetting(
  name: string,
  { kind, default: fallback }: Setting<unknown>,
  given: string | undefined,
  problems: string[],
): unknown {
  const text = given ?? fallback
  if (text === undefined) return undefined
  const value = text === '' ? undefined : kind.parse(text)
  if (value !== undefined) return value
  // An empty value is a secret or a variable that did not arrive; it is not the same as none.
  const shown = kind.secret ? 'the value' : JSON.stringify(text.slice(0, 80))
  const wrong = text === '' ? 'is set but empty' : `${shown} is not ${kind.expects}`
  const remedy = fallback === undefined ? 'remove it' : `remove it to get ${fallback}`
  problems.push(`${name}: ${wrong}; correct it, or ${remedy}`)
  return undefined
}

function readTokens(
  given: readonly Buffer[] | undefined,
  path: string | undefined,
  readFile: ReadFile,
  problems: string[],
): readonly Buffer[] {
  if (path === undefined) return given ?? []
  if (given !== undefined) {
    problems.push('BEARER_TOKENS_FILE: is set together with BEARER_TOKENS; remove one of the two')
    return []
  }
  const { hashes, problem } = readTokenFile(path, readFile)
  if (problem !== undefined) problems.push(`BEARER_TOKENS_FILE: ${JSON.stringify(path)} ${problem}`)
  return hashes
}
