import type { SchemaObject } from '../openapi/schema/schema.js'
import { type Draw, type Drawn, keywordValues, largest, NOTHING, smallest } from './draw.js'

/** Largest distance of numbers without bounds. */
const FAR = 1000

/** A number between the bounds of all schemas, and a multiple as they require. */
export function drawNumber(
  all: readonly SchemaObject[],
  { random }: Draw,
  isInteger: boolean,
): Drawn {
  const step = Math.max(...keywordValues<number>(all, 'multipleOf').map(Number), isInteger ? 1 : 0)
  const low = Number(largest(all, 'minimum', Number.NEGATIVE_INFINITY))
  const high = Number(smallest(all, 'maximum', Number.POSITIVE_INFINITY))
  const above = Number(largest(all, 'exclusiveMinimum', Number.NEGATIVE_INFINITY))
  const below = Number(smallest(all, 'exclusiveMaximum', Number.POSITIVE_INFINITY))
  const margin = step === 0 ? gap(above, below) : step
  const from = Math.max(low, above + margin)
  const to = Math.min(high, below - margin)
  const start = Number.isFinite(from) ? from : Math.min(0, to - FAR)
  const end = Number.isFinite(to) ? to : Math.max(start, 0) + FAR
  if (start > end) return NOTHING
  if (step === 0) return start + random.next() * (end - start)
  const [first, last] = [Math.ceil(start / step), Math.floor(end / step)]
  if (first > last) return NOTHING
  return (first + random.below(Math.min(last - first + 1, FAR))) * step
}

/** A number between two exclusive bounds. */
function gap(above: number, below: number): number {
  return Number.isFinite(above) && Number.isFinite(below) ? (below - above) / 1000 : 0.001
}
