import { isInexactNumber } from '../numeric.js'
import { ConversionPlace } from './conversion-place.js'
import type { Conversions } from './conversions.js'
import { noteInexact, rounded, unrounded } from './inexact-integers.js'
import { asNumber, decoded, located, nearest } from './scalars.js'

/** Makes every number of a valid value that is not an int64 a plain `number`, in place. */
export function roundOthers(value: unknown, conversions?: Conversions): unknown {
  return withNumbers(value, ConversionPlace.of(conversions).open, nearest)
}

/**
 * The same before validation, which refuses integers that would be rounded; see {@link rounded}.
 *
 * @param name - Of the member that the value is, of what has the conversions.
 */
export function markInexact(value: unknown, conversions?: Conversions, name?: string): unknown {
  let isInexact = false
  const whole = ConversionPlace.of(conversions).open
  const place = name === undefined ? whole : whole.atName(name).open
  const marked = withNumbers(value, place, (each) => {
    const number = unrounded(each)
    isInexact ||= isInexactNumber(number)
    return number
  })
  if (isInexact) noteInexact(marked)
  return marked
}

/** The value with other numbers where no alternative has an int64, in place. */
function withNumbers(
  value: unknown,
  place: ConversionPlace,
  other: (number: unknown) => unknown,
): unknown {
  if (value === null || typeof value !== 'object') return place.isInt64 ? value : other(value)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      value[index] = withNumbers(value[index], place.atIndex(index).open, other)
    }
    return value
  }
  const object = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` can be assigned.
  for (const name of Object.keys(object)) {
    object[name] = withNumbers(object[name], place.atName(name).open, other)
  }
  return value
}

/**
 * Makes every int64 a `bigint` and every other number the nearest plain one, decodes typed formats, and leaves
 * read-only members out, in place. The value has to be valid, so that its alternatives can be distinguished.
 */
export function applyConversions(value: unknown, conversions?: Conversions): unknown {
  if (conversions === undefined) return rounded(value)
  const place = ConversionPlace.of(conversions)
  return rounded(converted(value, place, place.open))
}

/** `open`: what may be converted, whichever alternatives hold. */
function converted(value: unknown, place: ConversionPlace, open: ConversionPlace): unknown {
  // Before anything inside changes, which alternatives look at.
  const decided = place.decided(value)
  if (value === null || typeof value !== 'object') {
    return decoded(asNumber(value, decided.isInt64), decided.codecs)
  }
  if (Array.isArray(value)) convertItems(value, decided, open)
  else convertMembers(value as Record<string, unknown>, decided, open)
  return value
}

function convertItems(value: unknown[], decided: ConversionPlace, open: ConversionPlace): void {
  let index = 0
  try {
    for (; index < value.length; index++) {
      const item = open.atIndex(index)
      if (item.isPlain) continue
      const place = open === decided ? item : decided.atIndex(index)
      value[index] = converted(value[index], place, item.open)
    }
  } catch (error) {
    throw located(error, index)
  }
}

function convertMembers(
  value: Record<string, unknown>,
  decided: ConversionPlace,
  open: ConversionPlace,
): void {
  let name = ''
  try {
    for (name of open.hasOthers ? Object.keys(value) : open.names) {
      const before = value[name]
      if (before === undefined || !Object.hasOwn(value, name)) continue
      if (decided.leavesOut(name)) {
        delete value[name]
        continue
      }
      const member = open.atName(name)
      if (member.isPlain) continue
      const place = open === decided ? member : decided.atName(name)
      const after = converted(before, place, member.open)
      if (after !== before) value[name] = after
    }
  } catch (error) {
    throw located(error, name)
  }
}
