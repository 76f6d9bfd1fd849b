import { isObject } from '../../../openapi/json.js'
import type { ValueType } from '../../../openapi/schema/keywords.js'
import type { Cursor } from '../document/cursor.js'
import { reportFormat } from './formats.js'
import { VALUE_TYPES } from './keyword-types.js'
import { excerpt } from './malformed-schemas.js'
import { readPattern } from './patterns.js'

/** The value of a keyword without subschemas; `undefined` if it is ignored. */
export function readValue(keyword: string, cursor: Cursor, type: ValueType): unknown {
  const { value } = cursor
  if (type === 'format') reportFormat(cursor)
  if (!VALUE_TYPES[type].test(value)) return readMalformed(keyword, cursor, type)
  // No length is so large that rounding it matters.
  if (type === 'count') return Number(value)
  return type === 'pattern' ? readPattern(cursor, value) : value
}

function readMalformed(keyword: string, cursor: Cursor, type: ValueType): unknown {
  const { is } = VALUE_TYPES[type]
  const found = repair(keyword, type, cursor.value)
  const isDash = typeof cursor.value === 'string' && LISTS.has(type) && /^-\S/.test(cursor.value)
  if (isDash || found === undefined) {
    const advice = isDash ? 'write a space after each dash' : 'correct the schema'
    cursor.wrong(`\`${keyword}\` is not ${is}`, advice)
    return undefined
  }
  if (type === 'values' && found === IGNORED) {
    const message = '`enum` is empty, which would allow no value, and is ignored'
    cursor.warn(message, 'list the values, or leave it out')
    return undefined
  }
  const reading = found === IGNORED ? 'ignored' : `taken for ${excerpt(found)}`
  const isQuoted = type === 'pattern' && found !== IGNORED
  const advice = isQuoted ? 'put it in quotes' : 'correct the schema'
  cursor.warn(`\`${keyword}\` is not ${is}; ${reading}`, advice)
  return found === IGNORED ? undefined : found
}

/** YAML takes `-a` for a text. */
const LISTS: ReadonlySet<ValueType> = new Set(['strings', 'values'])

const IGNORED = Symbol('ignored')
/** The only sensible reading of a malformed value, if there is one; `IGNORED` ignores the keyword. */
function repair(keyword: string, type: ValueType, value: unknown): unknown {
  if (keyword === 'deprecated' && typeof value === 'string') return flag(value) ?? true
  const found = REPAIRS[type]?.(value)
  return found === IGNORED || VALUE_TYPES[type].test(found) ? found : undefined
}

/** A string that only describes: YAML reads some as numbers or lists. */
function text(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  if (isList) return value.map(String).join('\n')
  return typeof value === 'object' ? IGNORED : String(value)
}

function flag(value: unknown): boolean | undefined {
  if (matches(/^(true|yes|on|1)$/i, value)) return true
  return matches(/^(false|no|off|0)$/i, value) ? false : undefined
}

/** An object is not converted to a string: its `toString` may be a member. */
function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value !== 'object' && pattern.test(String(value))
}

function number(value: unknown): unknown {
  if (value === '') return IGNORED
  const isNumber = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)
  return isNumber ? Number(value) : undefined
}

/** A single value is a list of one; PHP writes a list with gaps as an object. */
function list(value: unknown): readonly unknown[] | undefined {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (!isObject(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined
  return Object.values(value)
}

function names(value: unknown): unknown {
  if (flag(value) !== undefined) return IGNORED
  // `{a, b}` of YAML where `[a, b]` is meant.
  const isSet = isObject(value) && Object.values(value).every((each) => each === null)
  const keys = isSet ? Object.keys(value) : undefined
  const given = Array.isArray(value) ? value : (list(value) ?? keys)
  if (given === undefined || given.some((each) => typeof each === 'object')) return undefined
  return [...new Set(given.map(String))]
}

const REPAIRS: Readonly<Partial<Record<ValueType, (value: unknown) => unknown>>> = {
  boolean: flag,
  // Some documents write -1 for no limit.
  count: (value) => (typeof value === 'number' && value < 0 ? IGNORED : number(value)),
  // 0 is no factor at all.
  factor: (value) => (value === 0 ? IGNORED : typeof value === 'number' ? -value : number(value)),
  // No format is a number; a list may name one.
  format: (value) => (typeof value === 'object' ? undefined : IGNORED),
  limit: (value) => number(value) ?? flag(value),
  number,
  // A pattern such as 12 without quotes in YAML; a list may be a class of characters, or not.
  pattern: (value) => (value !== null && typeof value === 'object' ? undefined : String(value)),
  string: text,
  strings: names,
  values: (value) => (Array.isArray(value) ? IGNORED : list(value)),
}
