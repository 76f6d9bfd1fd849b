import { isMultiple } from '../json/numbers.js'
import { Decimal, isNumber, isObject, type Json } from '../json/value.js'
import { Undecided } from './undecided.js'

type Exact = bigint | Decimal

/** The digits of numbers that a double does not hold, by what has them. */
let digits = new Map<unknown, Map<string | number, Exact>>()

/** The value in an object, for Ajv, which sees doubles; {@link exactly} sees the digits. */
export function withoutDigits(value: Json): object {
  digits = new Map()
  const holder: Record<string, unknown> = {}
  holder.value = rounded(value, holder, 'value')
  return holder
}

function rounded(value: Json, holder: object, key: string | number): unknown {
  if (isNumber(value)) {
    const double = Number(value instanceof Decimal ? value.token : value)
    const isExact =
      typeof value === 'number' || (Number.isFinite(double) && BigInt(double) === value)
    const known = digits.get(holder) ?? new Map()
    if (!isExact) digits.set(holder, known.set(key, value as Exact))
    return double
  }
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const [at, item] of value.entries()) items.push(rounded(item, items, at))
    return items
  }
  if (!isObject(value)) return value
  const members = Object.create(null)
  for (const [name, each] of Object.entries(value)) members[name] = rounded(each, members, name)
  return members
}

/** What a schema says of a number. */
export interface Rule {
  readonly format?: unknown
  readonly isInteger?: boolean
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly exclusiveMinimum?: number | bigint | boolean
  readonly exclusiveMaximum?: number | bigint | boolean
  readonly multipleOf?: number | bigint
  readonly values?: readonly unknown[]
}

const INT64 = 2n ** 63n

interface Place {
  readonly parentData: unknown
  readonly parentDataProperty: string | number
}

/** The keyword of Ajv for numbers: an int64 has all of its digits, and another integer is one that a double holds. */
export function exactly(rule: Rule, data: unknown, _: unknown, place?: Place): boolean {
  if (typeof data !== 'number') return true
  const own = digits.get(place?.parentData)?.get(place?.parentDataProperty as string)
  const isInt64 = rule.format === 'int64'
  if (rule.isInteger && !isInt64 && typeof own === 'bigint') return false
  if (isInt64 && own instanceof Decimal) return false
  if (rule.format === 'int32' && (data < -(2 ** 31) || data >= 2 ** 31)) return false
  const number = isInt64 && Number.isInteger(data) ? ((own as bigint) ?? BigInt(data)) : data
  if (isInt64 && (number < -INT64 || number >= INT64)) return false
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, values } = rule
  if (minimum !== undefined && (above === true ? number <= minimum : number < minimum)) return false
  if (maximum !== undefined && (below === true ? number >= maximum : number > maximum)) return false
  if (typeof above !== 'boolean' && above !== undefined && number <= above) return false
  if (typeof below !== 'boolean' && below !== undefined && number >= below) return false
  if (isInt64 && values?.every((each) => !isSame(number, each))) return false
  return rule.multipleOf === undefined || keepsStep(number, Number(rule.multipleOf))
}

function isSame(number: number | bigint, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false
  return !(number < value) && !(number > value)
}

function keepsStep(number: number | bigint, step: number): boolean {
  const quotient = Math.abs(Number(number) / step)
  if (quotient > 2 ** 50) throw new Undecided('multipleOf')
  if (isMultiple(number, step)) return true
  // A number close to a multiple may come from inexact arithmetic.
  if (Math.abs(quotient - Math.round(quotient)) < 1e-6) throw new Undecided('multipleOf')
  return false
}
