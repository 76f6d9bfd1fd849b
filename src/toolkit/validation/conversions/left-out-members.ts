import { below } from '../../openapi/json-pointer.js'
import type { Validator } from '../validator.js'
import { atIndex, atKey, type Conversions, isLeftOut, resolve } from './conversions.js'

/** JSON pointers of the one-way members of a valid value. */
export function leftOutMembersIn(value: unknown, conversions: Conversions): string[] {
  return [...find(value, [conversions], '', (accepts, each) => accepts(each))].map(
    ([pointer]) => pointer,
  )
}

/**
 * Leaves one-way members out of a copy, and returns them by JSON pointer. All alternatives are taken to hold,
 * since a validator of a sent value accepts none with such a member.
 */
export function withoutLeftOut(value: unknown, conversions: Conversions) {
  const leftOut = new Map(find(value, [conversions], '', ALL))
  return { value: leftOut.size === 0 ? value : copy(value, [conversions]), leftOut }
}

const ALL = (_accepts: Validator, _value: unknown): boolean => true

function* find(
  value: unknown,
  given: readonly Conversions[],
  at: string,
  holds: typeof ALL,
): Generator<readonly [pointer: string, member: unknown]> {
  if (given.length === 0 || value === null || typeof value !== 'object') return
  const conversions = resolve(given, value, holds)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, atIndex(conversions, index), `${at}/${index}`, holds)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const pointer = below(at, key)
    if (isLeftOut(conversions, key)) yield [pointer, member]
    else yield* find(member, atKey(conversions, key), pointer, holds)
  }
}

function copy(value: unknown, given: readonly Conversions[]): unknown {
  if (given.length === 0 || value === null || typeof value !== 'object') return value
  const conversions = resolve(given, value, ALL)
  if (Array.isArray(value))
    return value.map((item, index) => copy(item, atIndex(conversions, index)))
  const kept = Object.entries(value).flatMap(([key, member]) =>
    isLeftOut(conversions, key) ? [] : [[key, copy(member, atKey(conversions, key))] as const],
  )
  return Object.fromEntries(kept)
}
