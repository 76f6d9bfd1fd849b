import { asDouble, asInteger, isNumber, isObject, type Json } from './json.js'
import { Undecided } from './undecided.js'

/** True if a value is the one of a document; exactly if it is an int64. */
export function isEqual(value: Json, wanted: unknown, isExact = false): boolean {
  if (typeof wanted === 'number' || typeof wanted === 'bigint') {
    if (!isNumber(value)) return false
    if (!isExact || !Number.isInteger(Number(wanted))) return asDouble(value) === Number(wanted)
    return asInteger(value) === BigInt(wanted)
  }
  if (Array.isArray(wanted)) {
    const isSameLength = Array.isArray(value) && value.length === wanted.length
    return isSameLength && wanted.every((each, index) => isEqual(value[index] as Json, each))
  }
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  const members = Object.entries(wanted)
  return (
    isObject(value) &&
    Object.keys(value).length === members.length &&
    members.every(
      ([name, each]) => Object.hasOwn(value, name) && isEqual(value[name] as Json, each),
    )
  )
}

export function isUnique(items: readonly Json[]): boolean {
  return new Set(items.map(canonical)).size === items.length
}

function canonical(value: Json): string {
  if (isNumber(value)) {
    const nearest = asDouble(value)
    // Such numbers may be equal or not: it depends on whether they are int64s.
    if (!Number.isSafeInteger(nearest) && Number.isInteger(nearest)) {
      throw new Undecided('large numbers in uniqueItems')
    }
    return String(nearest === 0 ? 0 : nearest)
  }
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)}}`
}
