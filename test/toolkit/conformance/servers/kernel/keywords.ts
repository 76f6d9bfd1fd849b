import { isMultiple } from '../json/numbers.js'
import { isSame } from '../json/print.js'
import { Decimal, isNumber, isObject, type Json } from '../json/value.js'

/** Whether a value keeps a keyword that looks at nothing but the value. */
export type Keyword = (value: Json, argument: never) => boolean

export type Keywords = Record<string, Keyword>

const asDouble = (value: number | bigint | Decimal) =>
  value instanceof Decimal ? Number(value.token) : value

const ofNumber =
  (holds: (value: number | bigint, argument: number) => boolean): Keyword =>
  (value: Json, argument: number) =>
    !isNumber(value) || holds(asDouble(value), argument)

const ofString =
  (holds: (value: string, argument: number) => boolean): Keyword =>
  (value: Json, argument: number) =>
    typeof value !== 'string' || holds(value, argument)

const ofArray =
  (holds: (value: Json[], argument: number) => boolean): Keyword =>
  (value: Json, argument: number) =>
    !Array.isArray(value) || holds(value, argument)

const ofObject =
  (holds: (size: number, argument: number) => boolean): Keyword =>
  (value: Json, argument: number) =>
    !isObject(value) || holds(Object.keys(value).length, argument)

export function makeKeywords(): Keywords {
  return {
    type: (value: Json, types: string | string[]) =>
      [types].flat().some((type) => hasType(value, type)),
    enum: (value: Json, values: Json[]) => values.some((each) => isSame(each, value)),
    const: (value: Json, other: Json) => isSame(value, other),
    minimum: ofNumber((value, least) => value >= least),
    maximum: ofNumber((value, most) => value <= most),
    exclusiveMinimum: ofNumber((value, bound) => value > bound),
    exclusiveMaximum: ofNumber((value, bound) => value < bound),
    multipleOf: (value: Json, of: number) => !isNumber(value) || isMultiple(value, of),
    minLength: ofString((text, least) => [...text].length >= least),
    maxLength: ofString((text, most) => [...text].length <= most),
    pattern: (value: Json, pattern: string) =>
      typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
    minItems: ofArray((items, least) => items.length >= least),
    maxItems: ofArray((items, most) => items.length <= most),
    uniqueItems: (value: Json, isUnique: boolean) =>
      !isUnique || !Array.isArray(value) || !hasDoubles(value),
    minProperties: ofObject((size, least) => size >= least),
    maxProperties: ofObject((size, most) => size <= most),
    required: (value: Json, names: string[]) =>
      !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
    dependentRequired: (value: Json, needs: Record<string, string[]>) =>
      !isObject(value) ||
      Object.entries(needs).every(
        ([name, others]) =>
          !Object.hasOwn(value, name) || others.every((other) => Object.hasOwn(value, other)),
      ),
  }
}

export function hasType(value: Json, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'number') return isNumber(value)
  if (type === 'integer') return isNumber(value) && isInteger(value)
  return typeof value === type
}

function isInteger(value: number | bigint | Decimal): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
}

function hasDoubles(items: Json[]): boolean {
  return items.some((item, at) => items.slice(0, at).some((other) => isSame(item, other)))
}
