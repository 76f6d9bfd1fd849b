/** The configuration: typed and frozen, read once from the environment. */

import { camelCase, type Setting, type SettingValues, settings } from './settings.js'
import { type ReadFile, readText, readTokenFile } from './token-file.js'
import { unknownSettings } from './unknown-settings.js'

/** The values of all settings. */
export type Config = Readonly<Omit<SettingValues, 'bearerTokens'>> & {
  /** SHA-256 digests of the tokens that are accepted at first; empty if none is configured. */
  readonly tokenHashes: readonly Buffer[]
}

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** All problems of the environment, one line each. */
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
 * @param readFile - reads the file of tokens; by default from the file system, as UTF-8.
 * @throws {ConfigError} with all invalid, contradictory and misspelt settings.
 * @example
 * ```ts
 * const config = readConfig({ PORT: '8080', STORE_URL: 'memory:' })
 * ```
 */
export function readConfig(env: Environment, readFile: ReadFile = readText): Config {
  const present = Object.keys(env).filter((name) => env[name] !== undefined)
  const problems = unknownSettings(present, Object.keys(settings))
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    return [camelCase(name), readSetting(name, setting, env[name], problems)]
  })
  const { bearerTokens, ...rest } = Object.fromEntries(entries) as SettingValues
  const tokenHashes = readTokens(bearerTokens, rest.bearerTokensFile, readFile, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({ ...rest, tokenHashes: Object.freeze(tokenHashes) })
}

function readSetting(
  name: string,
  { type, default: fallback }: Setting<unknown>,
  text = fallback,
  problems: string[],
): unknown {
  if (text === undefined) return undefined
  const value = text === '' ? undefined : type.parse(text)
  if (value !== undefined) return value
  // An empty value is usually a secret or a variable that was not passed on, so it is not a default.
  const shown = type.secret ? 'the value' : JSON.stringify(text.slice(0, 80))
  const wrong = text === '' ? 'is set but empty' : `${shown} is not ${type.expects}`
  const remedy = fallback === undefined ? 'remove it' : `remove it to get ${fallback}`
  problems.push(`${name}: ${wrong}; correct it, or ${remedy}`)
  return undefined
}

function readTokens(
  listed: readonly Buffer[] | undefined,
  path: string | undefined,
  readFile: ReadFile,
  problems: string[],
): readonly Buffer[] {
  if (path === undefined) return listed ?? []
  if (listed !== undefined) {
    problems.push('BEARER_TOKENS_FILE: is set together with BEARER_TOKENS; remove one of the two')
    return []
  }
  const { hashes, problem } = readTokenFile(path, readFile)
  if (problem !== undefined) problems.push(`BEARER_TOKENS_FILE: ${JSON.stringify(path)} ${problem}`)
  return hashes
}
