/** The kinds of value that a setting can have: what is right, and how it is read. */

import { isIP } from 'node:net'
import { hashTokenList, tokenSyntax } from './tokens.js'

/** One kind of value. */
export interface Kind<T> {
  /** What a value must be. Messages say "is not" before it, the README lists it. */
  readonly expects: string
  /** A secret value is never shown, not even when it is wrong. */
  readonly secret?: boolean
  /** The value, or `undefined` when the text is not of this kind. Never called with an empty text. */
  parse(text: string): T | undefined
}

/** A whole number in decimal digits. */
export function integer(min: number, max: number, unit = ''): Kind<number> {
  return {
    expects: `a whole number${unit} from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

/** Bytes. */
export const bytes = (min: number, max: number): Kind<number> => integer(min, max, ' of bytes')

/**
 * A time in milliseconds, up to one day. The smallest is 100, so that a number meant as seconds
 * stops the start instead of ending every request after 30 ms.
 */
export const milliseconds: Kind<number> = integer(100, 86_400_000, ' of milliseconds')

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    expects: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  }
}

const hostName =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i

/**
 * An address or a host name. `localhost` means 127.0.0.1: for that one name Fastify would open a
 * second server on ::1, and the limits and error bodies of this one do not reach it.
 */
export const host: Kind<string> = {
  expects: 'an IP address or a host name',
  parse(text) {
    if (text.toLowerCase() === 'localhost') return '127.0.0.1'
    const bare = text.replace(/^\[(.*)\]$/, '$1')
    return isIP(bare) === 6 || (bare === text && hostName.test(text)) ? bare : undefined
  },
}

/**
 * Where the service is mounted, normalised for prefixing: no slash at the end, so `/` becomes ''.
 * Only characters that mean themselves to the router and in a URL (RFC 3986, section 2.3).
 */
export const basePath: Kind<string> = {
  expects: 'a path such as / or /garden/v1 (letters, digits and - . _ ~ between the slashes)',
  parse(text) {
    if (text === '/') return ''
    const path = text.replace(/^\/|\/$/g, '')
    return path.split('/').every(isSegment) ? `/${path}` : undefined
  },
}

function isSegment(text: string): boolean {
  return /^[\w.~-]+$/.test(text) && text !== '.' && text !== '..'
}

/** Which store to open. The store itself judges what follows the scheme. */
export const storeUrl: Kind<string> = {
  expects: 'the URL of a store: memory: or sqlite:PATH',
  secret: true,
  parse: (text) => (/^[a-z][a-z0-9+.-]*:\P{Cc}*$/iu.test(text) ? text : undefined),
}

/** The name of a file. */
export const file: Kind<string> = { expects: 'the name of a file', parse: (text) => text }

/** Bearer tokens, hashed at once. */
export const tokens: Kind<readonly Buffer[]> = {
  expects: `a comma-separated list, each entry ${tokenSyntax}`,
  secret: true,
  parse(text) {
    const { hashes, wrong } = hashTokenList(text)
    return wrong.length === 0 ? hashes : undefined
  },
}
