import { availableParallelism } from 'node:os'
import { isShareable, processorsOf } from '../store/open.js'
import { camelCase, type Setting, type SettingValues, settings } from './settings.js'
import { readText, readTokenFile } from './token-file.js'

/** The values of all settings, read once from the environment. */
export type Config = Readonly<Omit<SettingValues, 'bearerTokens' | 'workers'>> & {
  readonly workers: number
  /** SHA-256 digests of the tokens that are accepted at first; empty if none is configured. */
  readonly tokenHashes: readonly Buffer[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** All problems of the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** @throws {ConfigError} with all invalid, contradictory and misspelt settings. */
export function readConfig(env: Environment, readFile = readText): Config {
  const present = Object.keys(env).filter((name) => env[name] !== undefined)
  const problems = unknownSettings(present, Object.keys(settings))
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    return [camelCase(name), readSetting(name, setting, env[name], problems)]
  })
  const { bearerTokens, workers: count, ...rest } = Object.fromEntries(entries) as SettingValues
  // Undefined if it is wrong, which is a problem of its own.
  const { storeUrl = '' } = rest
  const workers = count === 'auto' ? workersOf(storeUrl) : count
  if (workers > 1 && storeUrl !== '' && !isShareable(storeUrl)) {
    problems.push(
      `WORKERS: ${workers} processes cannot share a store in memory; remove it, or set STORE_URL to a file`,
    )
  }
  // The host of the one may be a name of the other's.
  if (rest.adminPort !== undefined && rest.adminPort > 0 && rest.adminPort === rest.port) {
    problems.push(`ADMIN_PORT: ${rest.adminPort} is PORT, too; set another one`)
  }
  const tokenHashes = readTokens(bearerTokens, rest.bearerTokensFile, readFile, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({ ...rest, workers, tokenHashes: Object.freeze(tokenHashes) })
}

/** One process for each processor that this process may use, but for those that the store itself takes. */
function workersOf(storeUrl: string): number {
  return Math.min(256, Math.max(1, availableParallelism() - processorsOf(storeUrl)))
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
  readFile: typeof readText,
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

const serviceLink = /_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\d+_.+)?|NAME|ENV_.+)$/

/**
 * Environment variables that look like misspelt settings: one line for each, without its value.
 *
 * The environment is shared with the whole system, so most unknown names are none of our business. A name
 * counts as a misspelt setting when
 * - it equals the name of a setting in another case, or one edit (insertion, deletion, substitution, swap of
 *   neighbours) makes it equal; not for names of four characters: PORTS or GHOST may be anybody's; or
 * - it begins with `BEARER_` or `STORE_`, like settings that must not be lost silently.
 * Names that Kubernetes and Docker set for a service called "store" or "bearer" do not count.
 */
export function unknownSettings(present: readonly string[], settings: readonly string[]): string[] {
  return present.flatMap((name) => {
    if (settings.includes(name)) return []
    const upper = name.toUpperCase()
    const near = (each: string) =>
      each.length > 4 && (each === upper || isOneEditApart(each, upper))
    const start = serviceLink.test(upper) ? undefined : /^(BEARER|STORE)(?=_)/.exec(upper)?.[0]
    const similar = start === undefined ? [] : settings.filter((each) => each.startsWith(start))
    const meant = settings.find(near) ?? similar.join(' or ')
    return meant === '' ? [] : [`${name}: is not a setting; rename it to ${meant} or remove it`]
  })
}

/** True if one insertion, deletion, substitution or swap of neighbours makes two texts equal. */
function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  const [rest, other] = [short.slice(i), long.slice(i)]
  if (other.length - rest.length === 1) return rest === other.slice(1)
  if (other.length !== rest.length || rest === '') return false
  const isSwapped = rest[0] === other[1] && rest[1] === other[0]
  return rest.slice(1) === other.slice(1) || (isSwapped && rest.slice(2) === other.slice(2))
}
