import { atIndex, atKey, type Int64Places, isReadOnly, resolve } from './int64-places.js'

/** JSON pointers to the read-only members of a value; of alternatives those count that accept it. */
export function readOnlyIn(value: unknown, places: Int64Places): string[] {
  return [...find(value, [places], '')]
}

function* find(value: unknown, given: readonly Int64Places[], path: string): Generator<string> {
  if (given.length === 0 || value === null || typeof value !== 'object') return
  const places = resolve(given, value)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, atIndex(places, index), `${path}/${index}`)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (isReadOnly(places, key)) yield pointer
    else yield* find(member, atKey(places, key), pointer)
  }
}
