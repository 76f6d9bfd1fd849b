import { below } from '../../openapi/json-pointer.js'
import { atIndex, atKey, isLeftOut, type Places, resolve } from './conversions.js'

/** JSON pointers to the members that are left out of a value; of alternatives those count that accept it. */
export function leftOutIn(value: unknown, places: Places): string[] {
  return [...find(value, [places], '')].map(([pointer]) => pointer)
}

/** A value that is kept as it was, without its members that are left out. */
export interface Kept {
  readonly value: unknown
  /** What was left out, by JSON pointer. */
  readonly leftOut: ReadonlyMap<string, unknown>
}

/** Leaves members out of a copy; of a value that has none there is no copy. */
export function withoutLeftOut(value: unknown, places: Places): Kept {
  const leftOut = new Map(find(value, [places], ''))
  return { value: leftOut.size === 0 ? value : copy(value, [places]), leftOut }
}

type Found = readonly [pointer: string, member: unknown]

function* find(value: unknown, given: readonly Places[], path: string): Generator<Found> {
  if (given.length === 0 || value === null || typeof value !== 'object') return
  const places = resolve(given, value)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, atIndex(places, index), `${path}/${index}`)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const pointer = below(path, key)
    if (isLeftOut(places, key)) yield [pointer, member]
    else yield* find(member, atKey(places, key), pointer)
  }
}

function copy(value: unknown, given: readonly Places[]): unknown {
  if (given.length === 0 || value === null || typeof value !== 'object') return value
  const places = resolve(given, value)
  if (Array.isArray(value)) return value.map((item, index) => copy(item, atIndex(places, index)))
  const kept = Object.entries(value).flatMap(([key, member]) =>
    isLeftOut(places, key) ? [] : [[key, copy(member, atKey(places, key))] as const],
  )
  return Object.fromEntries(kept)
}
