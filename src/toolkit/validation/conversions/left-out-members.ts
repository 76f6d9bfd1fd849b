import { below } from '../../openapi/json-pointer.js'
import type { Validator } from '../validator.js'
import { atIndex, atKey, type Conversions, isLeftOut, resolve } from './conversions.js'

type Holds = (accepts: Validator, value: unknown) => boolean

/** JSON pointers of the one-way members of a valid value. */
export function leftOutMembersIn(value: unknown, conversions: Conversions): string[] {
  const { leftOut } = withoutLeftOut(value, conversions, (accepts, each) => accepts(each))
  return [...leftOut.keys()]
}

/**
 * Leaves one-way members out of a copy, and returns them by JSON pointer. All alternatives are taken to hold,
 * since a validator of a sent value accepts none with such a member.
 */
export function withoutLeftOut(
  value: unknown,
  conversions: Conversions,
  holds: Holds = () => true,
): { readonly value: unknown; readonly leftOut: ReadonlyMap<string, unknown> } {
  const leftOut = new Map<string, unknown>()
  const copy = kept(value, [conversions], '')
  return { value: leftOut.size === 0 ? value : copy, leftOut }

  function kept(value: unknown, given: readonly Conversions[], at: string): unknown {
    if (given.length === 0 || value === null || typeof value !== 'object') return value
    const all = resolve(given, value, holds)
    if (Array.isArray(value)) {
      return value.map((item, index) => kept(item, atIndex(all, index), below(at, index)))
    }
    const members = Object.entries(value).flatMap(([key, member]) => {
      const pointer = below(at, key)
      if (!isLeftOut(all, key)) return [[key, kept(member, atKey(all, key), pointer)] as const]
      leftOut.set(pointer, member)
      return []
    })
    return Object.fromEntries(members)
  }
}
