import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './excerpt.js'
import { BOOLEAN, COUNT, EXCLUSIVE, FACTOR, type KeywordType, NUMBER } from './keyword-types.js'
import { checkPattern } from './patterns.js'

/** The value of a keyword without subschemas; `undefined` if it is ignored. */
export function readValue(keyword: string, cursor: Cursor, type: KeywordType): unknown {
  const { value } = cursor
  if (!type.test(value)) return readMalformed(keyword, cursor, type)
  // No length is so large that rounding it matters.
  if (type === COUNT) return Number(value)
  return keyword === 'pattern' && !checkPattern(cursor, value) ? undefined : value
}

function readMalformed(keyword: string, cursor: Cursor, type: KeywordType): unknown {
  const found = repair(keyword, type, cursor.value)
  if (found === undefined) {
    cursor.wrong(`\`${keyword}\` is not ${type.is}`, 'correct the schema')
    return undefined
  }
  const { value } = found
  if (keyword === 'enum' && value === undefined) {
    const message = '`enum` is empty, which would allow no value, and is ignored'
    cursor.warn(message, 'list the values, or leave it out')
    return undefined
  }
  const reading = value === undefined ? 'ignored' : `taken for ${excerpt(value)}`
  cursor.warn(`\`${keyword}\` is not ${type.is}; ${reading}`, 'correct the schema')
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
function repair(keyword: string, type: KeywordType, value: unknown): Repair | undefined {
  const own = Object.hasOwn(BY_KEYWORD, keyword) ? BY_KEYWORD[keyword] : BY_TYPE.get(type)
  const found = own?.(value)
  if (found === undefined || found.value === undefined) return found
  return type.test(found.value) ? found : undefined
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

const BY_KEYWORD: Readonly<Record<string, RepairValue>> = {
  deprecated: (value) => flag(value) ?? (typeof value === 'string' ? { value: true } : undefined),
  description: text,
  enum: (value) => (Array.isArray(value) ? IGNORED : list(value)),
  format: () => IGNORED,
  pattern: () => IGNORED,
  required: names,
  title: text,
}

const BY_TYPE = new Map<KeywordType, RepairValue>([
  [BOOLEAN, flag],
  [COUNT, count],
  [EXCLUSIVE, (value) => number(value) ?? flag(value)],
  [FACTOR, (value) => (typeof value === 'number' ? IGNORED : number(value))],
  [NUMBER, number],
])
