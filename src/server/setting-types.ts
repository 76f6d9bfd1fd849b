import { isIP } from 'node:net'
import { hashTokenList, tokenSyntax } from './tokens.js'

export interface SettingType<T> {
  /** Description of valid values, for the README and for messages, after "is not". */
  readonly expects: string
  /** True for values that no message may contain. */
  readonly secret?: boolean
  /** Returns `undefined` for an invalid text. Never called with an empty one. */
  parse(text: string): T | undefined
}

/** A whole number in decimal digits. */
export function integer(min: number, max: number, unit = ''): SettingType<number> {
  return {
    expects: `a whole number${unit} from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

export const bytes = (min: number, max: number): SettingType<number> =>
  integer(min, max, ' of bytes')

/**
 * A time in milliseconds, up to one day; at least 100, so that a number of seconds prevents the start
 * instead of ending every request after 30 ms.
 */
export const milliseconds: SettingType<number> = integer(100, 86_400_000, ' of milliseconds')

const workerCount = integer(1, 256)

/** A number of processes; how many `auto` are depends on the store, too. */
export const workers: SettingType<number | 'auto'> = {
  expects: `${workerCount.expects}, or auto`,
  parse: (text) => (text === 'auto' ? text : workerCount.parse(text)),
}

export function oneOf<const T extends string>(...words: readonly T[]): SettingType<T> {
  return {
    expects: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  }
}

/** The last label of a name is no number (RFC 3696, section 2): `999.1.1.1` is a mistyped address. */
const hostName =
  /^(?=.{1,253}$)(?!(.*\.)?\d+$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i

/**
 * An address or a host name. `localhost` means 127.0.0.1: for this name Fastify would open a second server
 * on ::1, without the limits and error bodies of the first.
 */
export const host: SettingType<string> = {
  expects: 'an IP address or a host name',
  parse(text) {
    if (text.toLowerCase() === 'localhost') return '127.0.0.1'
    const bare = text.replace(/^\[(.*)\]$/, '$1')
    return isIP(bare) === 6 || (bare === text && (isIP(text) === 4 || hostName.test(text)))
      ? bare
      : undefined
  },
}

/**
 * The prefix of all routes, without a slash at its end: `/` becomes ''. Only unreserved characters
 * (RFC 3986, section 2.3), which the router takes literally.
 */
export const basePath: SettingType<string> = {
  expects: 'a path such as / or /garden/v1 (letters, digits and - . _ ~ between the slashes)',
  parse(text) {
    if (text === '/') return ''
    const path = text.replace(/^\/|\/$/g, '')
    return path.split('/').every((each) => /^(?!\.\.?$)[\w.~-]+$/.test(each))
      ? `/${path}`
      : undefined
  },
}

/** A collector of OpenTelemetry; its URL may contain a password. */
export const collector: SettingType<string> = {
  expects: 'the URL of a collector, such as http://localhost:4318',
  secret: true,
  parse: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined),
}

/** A header for ids, in lower case as Node has it: nobody's credentials end up in the log. */
export const idHeader: SettingType<string> = {
  expects: 'the name of a header that ends with -id, such as x-request-id',
  parse: (text) => (/^[a-z][a-z0-9-]{0,60}-id$/i.test(text) ? text.toLowerCase() : undefined),
}

/** The URL of a store; the store itself validates the part after the scheme. */
export const storeUrl: SettingType<string> = {
  expects:
    'the URL of a store: memory:, sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE or cassandra://USER:PASSWORD@HOST:PORT,HOST:PORT/KEYSPACE',
  secret: true,
  parse: (text) => (/^[a-z][a-z0-9+.-]*:\P{Cc}*$/iu.test(text) ? text : undefined),
}

export const flag: SettingType<boolean> = {
  expects: 'on or off (or true or false)',
  parse(text) {
    if (/^(on|true)$/.test(text)) return true
    return /^(off|false)$/.test(text) ? false : undefined
  },
}

export const file: SettingType<string> = { expects: 'the name of a file', parse: (text) => text }

export const tokens: SettingType<readonly Buffer[]> = {
  expects: `a comma-separated list, each entry ${tokenSyntax}`,
  secret: true,
  parse(text) {
    const { hashes, wrong } = hashTokenList(text)
    return wrong.length === 0 ? hashes : undefined
  },
}
