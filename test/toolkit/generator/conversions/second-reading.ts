import {
  atIndex,
  atKey,
  type Conversions,
  resolve,
} from '#toolkit/validation/conversions/conversions.js'
import { asNumber, decoded } from '#toolkit/validation/conversions/scalars.js'

type Change = () => void

/** A second reading of tables of conversions: it keeps nothing, and changes all at the end. */
export function convertedAgain(value: unknown, conversions: Conversions): unknown {
  const changes: Change[] = []
  const result = converted(value, [conversions], changes)
  for (const change of changes) change()
  return result
}

function converted(value: unknown, given: readonly Conversions[], changes: Change[]): unknown {
  const applied = resolve(given, value)
  if (value === null || typeof value !== 'object') {
    const isLong = applied.some(({ int64 }) => int64)
    const codecs = applied.flatMap(({ codec = [] }) => codec)
    return decoded(asNumber(value, isLong), codecs)
  }
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    if (!Array.isArray(value) && applied.some(({ leftOut }) => leftOut?.includes(key))) {
      changes.push(() => Reflect.deleteProperty(holder, key))
      continue
    }
    const inside = Array.isArray(value) ? atIndex(applied, Number(key)) : atKey(applied, key)
    const part = converted(holder[key], inside, changes)
    changes.push(() => {
      holder[key] = part
    })
  }
  return value
}
