import { atIndex, atKey, isLeftOut, type Places, resolve } from './places.js'

/** JSON pointers to the members that are left out of a value; of alternatives those count that accept it. */
export function leftOutIn(value: unknown, places: Places): string[] {
  return [...find(value, [places], '')]
}

function* find(value: unknown, given: readonly Places[], path: string): Generator<string> {
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
    if (isLeftOut(places, key)) yield pointer
    else yield* find(member, atKey(places, key), pointer)
  }
}
