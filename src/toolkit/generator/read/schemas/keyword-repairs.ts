import { isObject } from '../../../openapi/json.js'
import { BOOLEAN, COUNT, EXCLUSIVE, FACTOR, type KeywordType, NUMBER } from './keyword-types.js'

/** What a malformed value of a keyword is taken for; `undefined` says that it is ignored. */
export interface Repair {
  readonly value: unknown
}

const IGNORED: Repair = { value: undefined }
const TRUE = /^(true|yes|on|1)$/i
const FALSE = /^(false|no|off|0)$/i

/** The one sensible reading of a malformed value, where there is one. */
export function repair(keyword: string, shape: KeywordType, value: unknown): Repair | undefined {
  const own = Object.hasOwn(BY_KEYWORD, keyword) ? BY_KEYWORD[keyword] : BY_SHAPE.get(shape)
  const found = own?.(value)
  if (found === undefined || found.value === undefined) return found
  return shape.test(found.value) ? found : undefined
}

type RepairValue = (value: unknown) => Repair | undefined

/** YAML makes a number or a list of some texts; none of them decides what a value is. */
const text: RepairValue = (value) => {
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  if (isList) return { value: value.map(String).join('\n') }
  return typeof value === 'object' ? IGNORED : { value: String(value) }
}

const flag: RepairValue = (value) => {
  if (says(TRUE, value)) return { value: true }
  return says(FALSE, value) ? { value: false } : undefined
}

/** An object may have no text: its `toString` is a member like others. */
function says(pattern: RegExp, value: unknown): boolean {
  return typeof value !== 'object' && pattern.test(String(value))
}

const number: RepairValue = (value) => {
  if (value === '') return IGNORED
  const isNumber = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)
  return isNumber ? { value: Number(value) } : undefined
}

/** A limit below zero, such as -1, is how some write that there is none. */
const count: RepairValue = (value) =>
  typeof value === 'number' && value < 0 ? IGNORED : number(value)

/** One value is a list of it; PHP writes a list with gaps as an object. */
const list: RepairValue = (value) => {
  if (typeof value === 'string' || typeof value === 'number') return { value: [value] }
  if (!isObject(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined
  return { value: Object.values(value) }
}

const names: RepairValue = (value) => {
  if (says(TRUE, value) || says(FALSE, value)) return IGNORED
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

const BY_SHAPE = new Map<KeywordType, RepairValue>([
  [BOOLEAN, flag],
  [COUNT, count],
  [EXCLUSIVE, (value) => number(value) ?? flag(value)],
  [FACTOR, (value) => (typeof value === 'number' ? IGNORED : number(value))],
  [NUMBER, number],
])
