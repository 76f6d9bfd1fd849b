import { below } from '../../openapi/json-pointer.js'
import { ConversionPlace } from './conversion-place.js'
import type { Conversions } from './conversions.js'

/** JSON pointers of the one-way members of a valid value. */
export function leftOutMembersIn(value: unknown, conversions: Conversions): string[] {
  return withoutLeftOut(value, conversions, (place, each) => place.decided(each)).leftOut
}

/**
 * Leaves one-way members out of a copy, and returns their JSON pointers. All alternatives are taken to hold,
 * since a validator of a sent value accepts none with such a member.
 */
export function withoutLeftOut(
  value: unknown,
  conversions: Conversions,
  placeOf = (place: ConversionPlace, _value: unknown) => place.open,
): { readonly value: unknown; readonly leftOut: string[] } {
  const leftOut: string[] = []
  const copy = kept(value, ConversionPlace.of(conversions), '')
  return { value: leftOut.length === 0 ? value : copy, leftOut }

  function kept(value: unknown, undecided: ConversionPlace, at: string): unknown {
    if (undecided.isPlain || value === null || typeof value !== 'object') return value
    const place = placeOf(undecided, value)
    if (Array.isArray(value)) {
      return value.map((item, index) => kept(item, place.atIndex(index), below(at, index)))
    }
    const members = Object.entries(value).flatMap(([name, member]) => {
      const pointer = below(at, name)
      if (!place.leavesOut(name))
        return [[name, kept(member, place.atName(name), pointer)] as const]
      leftOut.push(pointer)
      return []
    })
    return Object.fromEntries(members)
  }
}
