import { asNumber, decoded, nearest } from '../../validation/conversions.js'
import { isInexactNumber } from '../../validation/numeric.js'
import type { Validator } from '../../validation/validator.js'
import { atIndex, atKey, type Conversions, isLeftOut, resolve } from './conversions.js'
import { noteInexact, unrounded } from './inexact-integers.js'

interface ConversionMode {
  /** True if an alternative applies to a value. */
  readonly holds: (accepts: Validator, value: unknown) => boolean
  /** Converts a value that is neither object nor array. */
  readonly leaf: (value: unknown, int64: boolean, conversions: readonly Conversions[]) => unknown
  /** True if left out members stay. */
  readonly keeps: boolean
  readonly change: typeof change
}

/** Sets a member of an object or array; with `undefined`, deletes it. */
function change(holder: object, key: string | number, member: unknown): void {
  if (member === undefined) Reflect.deleteProperty(holder, key)
  else (holder as Record<string | number, unknown>)[key] = member
}

/** Alternatives are not decided: a value may have an int64 wherever one of them has one. */
const ROUNDING: ConversionMode = {
  holds: () => true,
  leaf: (value, int64) => (int64 ? value : nearest(value)),
  keeps: true,
  change,
}

/** Makes every number of a valid value that is not an int64 a plain `number`, in place. */
export function roundOthers(value: unknown, conversions?: Conversions): unknown {
  return convert(value, conversions ? [conversions] : [], ROUNDING)
}

/** The same before validation, which refuses integers that would be rounded; see {@link rounded}. */
export function markInexact(value: unknown, conversions?: Conversions): unknown {
  let isInexact = false
  const leaf = (each: unknown, int64: boolean) => {
    const number = int64 ? each : unrounded(each)
    isInexact ||= isInexactNumber(number)
    return number
  }
  const marked = convert(value, conversions ? [conversions] : [], { ...ROUNDING, leaf })
  if (isInexact) noteInexact(marked)
  return marked
}

/**
 * Makes every int64 a `bigint` and every other number a `number`, decodes typed formats, and leaves
 * read-only members out, in place. The value has to be valid, so that its alternatives can be distinguished before the
 * changes.
 */
export function applyConversions(value: unknown, conversions: Conversions): unknown {
  const changes: Parameters<typeof change>[] = []
  const result = convert(value, [conversions], {
    holds: (accepts, each) => accepts(each),
    leaf(each, isLong, conversions) {
      const codec = conversions.find((one) => one.codec)?.codec
      const number = asNumber(each, isLong)
      return codec === undefined ? number : decoded(number, codec)
    },
    keeps: false,
    change: (...each) => void changes.push(each),
  })
  for (const each of changes) change(...each)
  return result
}

function convert(value: unknown, given: readonly Conversions[], walk: ConversionMode): unknown {
  const conversions = resolve(given, value, walk.holds)
  if (value === null || typeof value !== 'object') {
    const isLong = conversions.some(({ int64 }) => int64)
    return walk.leaf(value, isLong, conversions)
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = convert(value[index], atIndex(conversions, index), walk)
      if (item !== value[index]) walk.change(value, index, item)
    }
    return value
  }
  const object = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` can be assigned.
  for (const key of Object.keys(object)) {
    const isOut = !walk.keeps && isLeftOut(conversions, key)
    const member = isOut ? undefined : convert(object[key], atKey(conversions, key), walk)
    if (member !== object[key]) walk.change(object, key, member)
  }
  return object
}
