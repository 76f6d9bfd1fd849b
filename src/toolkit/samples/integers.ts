import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../openapi/json.js'
import type { SchemaObject } from '../openapi/schema/schema.js'
import { type Draw, type Drawn, keywordValues, NOTHING } from './draw.js'
import {
  ceilingOf,
  floored,
  floorOf,
  greatest,
  leastCommonMultiple,
  smallest,
  spacing,
  wholeStep,
} from './whole-numbers.js'

/** Largest distance of integers without bounds, and most of them that are drawn from. */
const FAR = 1000n

/** Limits of formats that no keyword repeats. */
const RANGES: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [BigInt(INT32_MIN), BigInt(INT32_MAX)],
  int64: [INT64_MIN, INT64_MAX],
}

/** An integer between the bounds of all schemas, and a multiple as they require: exact beyond 2^53, too. */
export function drawInteger(all: readonly SchemaObject[], { random }: Draw): Drawn {
  const isLong = keywordValues(all, 'format').includes('int64')
  const steps = keywordValues(all, 'multipleOf').map(wholeStep)
  const step = steps.reduce(leastCommonMultiple, 1n)
  const { start, end } = rangeOf(all, step)
  const exact = isLong ? step : leastCommonMultiple(step, spacing(greatest(-start, end)))
  const first = -floored(-start, exact)
  const count = floored(end, exact) - first + 1n
  if (count < 1n) return NOTHING
  const drawn = (first + BigInt(random.below(Number(smallest(count, FAR))))) * exact
  return isLong && !Number.isSafeInteger(Number(drawn)) ? drawn : Number(drawn)
}

/** The integers to draw from: near zero, or else near the bound that is nearest to it. */
function rangeOf(all: readonly SchemaObject[], step: bigint) {
  const from = [
    ...keywordValues(all, 'minimum').map(ceilingOf),
    ...keywordValues(all, 'exclusiveMinimum').map((limit) => floorOf(limit) + 1n),
  ]
  const to = [
    ...keywordValues(all, 'maximum').map(floorOf),
    ...keywordValues(all, 'exclusiveMaximum').map((limit) => ceilingOf(limit) - 1n),
  ]
  const high = to.length === 0 ? undefined : smallest(...to)
  const nearby = high === undefined ? 0n : smallest(0n, high - FAR * step)
  const start = greatest(nearby, ...from)
  const least = greatest(start, 0n)
  const end = high === undefined ? least + greatest(FAR, step) : smallest(high, least + FAR * step)
  const ranges = keywordValues(all, 'format').map((name) => RANGES[name] ?? [start, end])
  return {
    start: greatest(start, ...ranges.map(([least]) => least)),
    end: smallest(end, ...ranges.map(([, most]) => most)),
  }
}
