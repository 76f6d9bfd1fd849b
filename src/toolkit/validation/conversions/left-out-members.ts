import { below } from '../../openapi/json-pointer.js'
import { ConversionPlace } from './conversion-place.js'
import type { Conversions } from './conversions.js'

/**
 * Leaves one-way members out of a copy, and returns their JSON pointers. All alternatives are taken to hold,
 * since a validator of a sent value accepts none with such a member.
 */
export function withoutLeftOut(
  value: unknown,
  conversions: Conversions,
): { readonly value: unknown; readonly leftOut: string[] } {
  const leftOut: string[] = []
  const copy = kept(value, ConversionPlace.of(conversions), '')
  return { value: leftOut.length === 0 ? value : copy, leftOut }

  function kept(value: unknown, { isPlain, open }: ConversionPlace, at: string): unknown {
    if (isPlain || value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) {
      return value.map((item, index) => kept(item, open.atIndex(index), below(at, index)))
    }
    const members = Object.entries(value).flatMap(([name, member]) => {
      const pointer = below(at, name)
      if (!open.leavesOut(name)) return [[name, kept(member, open.atName(name), pointer)] as const]
      leftOut.push(pointer)
      return []
    })
    return Object.fromEntries(members)
  }
}
