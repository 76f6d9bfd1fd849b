import { isObject } from '../../../openapi/json.js'
import type { ValueType } from '../../../openapi/schema/keywords.js'
import type { Cursor } from '../document/cursor.js'
import { reportFormat } from './formats.js'
import { VALUE_TYPES } from './keyword-types.js'
import { excerpt } from './malformed-schemas.js'
import { checkPattern } from './patterns.js'

/** The value of a keyword without subschemas; `undefined` if it is ignored. */
export function readValue(keyword: string, cursor: Cursor, type: ValueType): unknown {
  const { value } = cursor
  if (type === 'format') reportFormat(cursor)
  if (!VALUE_TYPES[type].test(value)) return readMalformed(keyword, cursor, type)
  // No length is so large that rounding it matters.
  if (type === 'count') return Number(value)
  return type === 'pattern' && !checkPattern(cursor, value) ? undefined : value
}

function readMalformed(keyword: string, cursor: Cursor, type: ValueType): unknown {
  const { is } = VALUE_TYPES[type]
  const found = repair(keyword, type, cursor.value)
  if (found === undefined) {
    cursor.wrong(`\`${keyword}\` is not ${is}`, 'correct the schema')
    return undefined
  }
  const { value } = found
  if (type === 'values' && value === undefined) {
    const message = '`enum` is empty, which would allow no value, and is ignored'
    cursor.warn(message, 'list the values, or leave it out')
    return undefined
  }
  const reading = value === undefined ? 'ignored' : `taken for ${excerpt(value)}`
  cursor.warn(`\`${keyword}\` is not ${is}; ${reading}`, 'correct the schema')
  return value
}

/** Replacement of a malformed value; `undefined` if the keyword is ignored. */
interface Repair {
  readonly value: unknown
}

const IGNORED: Repair = { value: undefined }
const TRUE = /^(true|yes|on|1)$/i
const FALSE = /^(false|no|off|0)$/i

/** The only sensible reading of a malformed value, if there is one. */
function repair(keyword: string, type: ValueType, value: unknown): Repair | undefined {
  if (keyword === 'deprecated' && typeof value === 'string') return flag(value) ?? { value: true }
  const found = REPAIRS[type]?.(value)
  if (found === undefined || found.value === undefined) return found
  return VALUE_TYPES[type].test(found.value) ? found : undefined
}

type RepairValue = (value: unknown) => Repair | undefined

/** A string that only describes: YAML reads some as numbers or lists. */
const text: RepairValue = (value) => {
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  if (isList) return { value: value.map(String).join('\n') }
  return typeof value === 'object' ? IGNORED : { value: String(value) }
}

const flag: RepairValue = (value) => {
  if (matches(TRUE, value)) return { value: true }
  return matches(FALSE, value) ? { value: false } : undefined
}

/** An object is not converted to a string: its `toString` may be a member. */
function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value !== 'object' && pattern.test(String(value))
}

const number: RepairValue = (value) => {
  if (value === '') return IGNORED
  const isNumber = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)
  return isNumber ? { value: Number(value) } : undefined
}

/** Some documents write -1 for no limit. */
const count: RepairValue = (value) =>
  typeof value === 'number' && value < 0 ? IGNORED : number(value)

/** A single value is a list of one; PHP writes a list with gaps as an object. */
const list: RepairValue = (value) => {
  if (typeof value === 'string' || typeof value === 'number') return { value: [value] }
  if (!isObject(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined
  return { value: Object.values(value) }
}

const names: RepairValue = (value) => {
  if (matches(TRUE, value) || matches(FALSE, value)) return IGNORED
  const given = Array.isArray(value) ? value : list(value)?.value
  if (!Array.isArray(given) || given.some((each) => typeof each === 'object')) return undefined
  return { value: [...new Set(given.map(String))] }
}

const REPAIRS: Readonly<Partial<Record<ValueType, RepairValue>>> = {
  boolean: flag,
  count,
  factor: (value) => (typeof value === 'number' ? IGNORED : number(value)),
  format: () => IGNORED,
  limit: (value) => number(value) ?? flag(value),
  number,
  pattern: () => IGNORED,
  string: text,
  strings: names,
  values: (value) => (Array.isArray(value) ? IGNORED : list(value)),
}
