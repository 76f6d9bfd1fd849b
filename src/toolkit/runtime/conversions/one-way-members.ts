import { below } from '../../openapi/json-pointer.js'
import { atIndex, atKey, type Conversions, isOneWay, resolve } from './conversions.js'

/** JSON pointers of the one-way members of a valid value. */
export function oneWayMembersIn(value: unknown, conversions: Conversions): string[] {
  return [...find(value, [conversions], '')].map(([pointer]) => pointer)
}

/** Leaves one-way members out of a copy, and returns them by JSON pointer. */
export function withoutOneWay(value: unknown, conversions: Conversions) {
  const oneWay = new Map(find(value, [conversions], ''))
  return { value: oneWay.size === 0 ? value : copy(value, [conversions]), oneWay }
}

function* find(
  value: unknown,
  given: readonly Conversions[],
  at: string,
): Generator<readonly [pointer: string, member: unknown]> {
  if (given.length === 0 || value === null || typeof value !== 'object') return
  const conversions = resolve(given, value)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, atIndex(conversions, index), `${at}/${index}`)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const pointer = below(at, key)
    if (isOneWay(conversions, key)) yield [pointer, member]
    else yield* find(member, atKey(conversions, key), pointer)
  }
}

function copy(value: unknown, given: readonly Conversions[]): unknown {
  if (given.length === 0 || value === null || typeof value !== 'object') return value
  const conversions = resolve(given, value)
  if (Array.isArray(value))
    return value.map((item, index) => copy(item, atIndex(conversions, index)))
  const kept = Object.entries(value).flatMap(([key, member]) =>
    isOneWay(conversions, key) ? [] : [[key, copy(member, atKey(conversions, key))] as const],
  )
  return Object.fromEntries(kept)
}
