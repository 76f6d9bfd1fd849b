import { below } from '../../openapi/json-pointer.js'
import { atIndex, atKey, type Conversions, isLeftOut, resolve } from './conversions.js'

/** JSON pointers of the members of a valid value that are left out. */
export function leftOutIn(value: unknown, conversions: Conversions): string[] {
  return [...find(value, [conversions], '')].map(([pointer]) => pointer)
}

/** A value without the members that are left out. */
interface ValueWithoutLeftOut {
  readonly value: unknown
  /** The members that were left out, by JSON pointer. */
  readonly leftOut: ReadonlyMap<string, unknown>
}

/** Leaves members out of a copy; copies nothing if there are none. */
export function withoutLeftOut(value: unknown, conversions: Conversions): ValueWithoutLeftOut {
  const leftOut = new Map(find(value, [conversions], ''))
  return { value: leftOut.size === 0 ? value : copy(value, [conversions]), leftOut }
}

type LeftOutMember = readonly [pointer: string, member: unknown]

function* find(
  value: unknown,
  given: readonly Conversions[],
  path: string,
): Generator<LeftOutMember> {
  if (given.length === 0 || value === null || typeof value !== 'object') return
  const conversions = resolve(given, value)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, atIndex(conversions, index), `${path}/${index}`)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const pointer = below(path, key)
    if (isLeftOut(conversions, key)) yield [pointer, member]
    else yield* find(member, atKey(conversions, key), pointer)
  }
}

function copy(value: unknown, given: readonly Conversions[]): unknown {
  if (given.length === 0 || value === null || typeof value !== 'object') return value
  const conversions = resolve(given, value)
  if (Array.isArray(value))
    return value.map((item, index) => copy(item, atIndex(conversions, index)))
  const kept = Object.entries(value).flatMap(([key, member]) =>
    isLeftOut(conversions, key) ? [] : [[key, copy(member, atKey(conversions, key))] as const],
  )
  return Object.fromEntries(kept)
}
