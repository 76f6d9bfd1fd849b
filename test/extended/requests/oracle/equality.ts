import { Numeral, type Value } from './json.js'
import { Undecided } from './undecided.js'

/** True if a value is the one of a document; exactly if it is an int64. */
export function isEqual(value: Value, wanted: unknown, isExact = false): boolean {
  if (typeof wanted === 'number' || typeof wanted === 'bigint') {
    if (!(value instanceof Numeral)) return false
    if (!isExact || !Number.isInteger(Number(wanted))) return value.nearest === Number(wanted)
    return value.integer === BigInt(wanted)
  }
  if (Array.isArray(wanted)) {
    const isSameLength = Array.isArray(value) && value.length === wanted.length
    return isSameLength && wanted.every((each, index) => isEqual(value[index] as Value, each))
  }
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  const members = Object.entries(wanted)
  return (
    value instanceof Map &&
    value.size === members.length &&
    members.every(([name, each]) => value.has(name) && isEqual(value.get(name) as Value, each))
  )
}

export function isUnique(items: readonly Value[]): boolean {
  return new Set(items.map(canonical)).size === items.length
}

function canonical(value: Value): string {
  if (value instanceof Numeral) {
    // Such numbers may be equal or not: it depends on whether they are int64s.
    if (!Number.isSafeInteger(value.nearest) && Number.isInteger(value.nearest)) {
      throw new Undecided('large numbers in uniqueItems')
    }
    return String(value.nearest === 0 ? 0 : value.nearest)
  }
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (!(value instanceof Map)) return JSON.stringify(value)
  const members = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)}}`
}
