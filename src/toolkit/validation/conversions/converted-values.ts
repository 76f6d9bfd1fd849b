import { inexactNumber, isInexactNumber, nearestTo } from '../numeric.js'
import { ConversionPlace } from './conversion-place.js'
import type { Conversions } from './conversions.js'
import { asNumber, decoded, located, nearest } from './scalars.js'

/**
 * Makes each exact number a plain one where no alternative has an int64, in place, before validation: it refuses
 * integers that would be rounded; see {@link rounded}.
 *
 * @param name - Of the member that the value is, of what has the conversions.
 */
export function markInexact(value: unknown, conversions?: Conversions, name?: string): unknown {
  let isInexact = false
  const whole = ConversionPlace.of(conversions).open
  const marked = withNumbers(value, name === undefined ? whole : whole.atName(name).open)
  if (isInexact) noteInexact(marked)
  return marked

  function withNumbers(value: unknown, place: ConversionPlace): unknown {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        if (isHeld(value[index])) continue
        value[index] = withNumbers(value[index], place.atIndex(index).open)
      }
      return value
    }
    if (typeof value === 'object' && value !== null) {
      const object = value as Record<string, unknown>
      // Every key is an own member already, so that even `__proto__` can be assigned.
      for (const name in object) {
        const before = object[name]
        if (isHeld(before)) continue
        const after = withNumbers(before, place.atName(name).open)
        if (after !== before) object[name] = after
      }
      return value
    }
    if (place.isInt64) return value
    const number = unrounded(value)
    isInexact ||= isInexactNumber(number)
    return number
  }
}

/** True for what is neither an exact number nor may have one inside: most places need not be looked up. */
function isHeld(value: unknown): boolean {
  return typeof value !== 'object' && typeof value !== 'bigint' && !isInexactNumber(value)
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

/** Values with integers that a `number` would round: they are numbers for a schema, and no integers. */
const inexact = new WeakSet<object>()

/** A number where no int64 is, before it is validated. */
export function unrounded(value: unknown): unknown {
  if (typeof value !== 'bigint') return nearest(value)
  const number = Number(value)
  return BigInt(number) === value ? number : inexactNumber(String(value))
}

/** Notes that a value has such integers inside. */
export function noteInexact(value: unknown): void {
  if (typeof value === 'object' && value !== null) inexact.add(value)
}

/** A valid value with the nearest numbers of these integers, in place. */
export function rounded(value: unknown): unknown {
  if (isInexactNumber(value)) return nearestTo(value)
  if (typeof value !== 'object' || value === null || !inexact.has(value)) return value
  inexact.delete(value)
  return roundedInside(value)
}

function roundedInside(value: unknown): unknown {
  if (isInexactNumber(value)) return nearestTo(value)
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` can be assigned.
  for (const key of Object.keys(holder)) holder[key] = roundedInside(holder[key])
  return value
}
