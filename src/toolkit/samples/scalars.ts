import { keywordsWith } from '../openapi/schema/keywords.js'
import type { SchemaObject } from '../openapi/schema/schema.js'
import {
  type Draw,
  type Drawn,
  keywordValues,
  largest,
  NOTHING,
  type Random,
  smallest,
} from './draw.js'
import { FORMATS, WORDS } from './formats.js'
import { drawInteger } from './integers.js'
import { drawMatch } from './patterns.js'
import { searched } from './searched.js'
import type { Lengths } from './text-search.js'

/** Most strings that are drawn for a pattern, and those of a format. */
const [OF_PATTERN, OF_FORMAT] = [50, 10]

/** A string of the required format, pattern and length. */
export function drawString(all: readonly SchemaObject[], draw: Draw): Drawn {
  const shortest = largest(all, 'minLength', 0)
  const longest = smallest(all, 'maxLength', Infinity)
  if (shortest > Math.min(longest, 10_000)) return NOTHING
  const rules = { allOf: all.map(ofText) }
  for (const text of candidates(all, { shortest, longest }, draw.random)) {
    if (draw.accepts(rules, text)) return text
  }
  return NOTHING
}

function* candidates(
  all: readonly SchemaObject[],
  lengths: Lengths,
  random: Random,
): Generator<string> {
  const { shortest, longest } = lengths
  const [format] = keywordValues(all, 'format').flatMap((name) => FORMATS[name] ?? [])
  if (format !== undefined) {
    for (let count = 0; count < OF_FORMAT; count++) yield fitted(format(random), shortest)
    yield* searched(all, lengths, random)
  }
  const patterns = keywordValues(all, 'pattern')
  for (let count = 0; count < OF_PATTERN; count++) {
    const pattern = patterns[count % Math.max(patterns.length, 1)]
    const match = pattern === undefined ? format?.(random) : drawMatch(pattern, random)
    yield fitted(match ?? random.pick(WORDS), shortest, longest)
  }
  if (format === undefined) yield* searched(all, lengths, random)
}

/** Adjusts the length with the string's own characters, which most patterns allow. */
function fitted(text: string, shortest: number, longest = Infinity): string {
  const characters = [...text]
  const last = characters.at(-1) ?? 'a'
  while (characters.length < shortest) characters.push(last)
  return characters.slice(0, longest).join('')
}

const KEPT = new Set(['type', ...keywordsWith(({ about }) => about === 'string')])

/** The keywords about strings: others would be checked again and again. */
function ofText(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEPT.has(keyword)))
}

/** Largest distance of numbers without bounds. */
const FAR = 1000

/** A number between the bounds of all schemas, and a multiple as they require. */
export function drawNumber(all: readonly SchemaObject[], draw: Draw, isInteger: boolean): Drawn {
  const { random } = draw
  const step = Math.max(0, ...keywordValues(all, 'multipleOf').map(Number))
  if (isInteger || (step > 0 && Number.isInteger(step))) return drawInteger(all, draw)
  const low = largest(all, 'minimum', -Infinity)
  const high = smallest(all, 'maximum', Infinity)
  const above = largest(all, 'exclusiveMinimum', -Infinity)
  const below = smallest(all, 'exclusiveMaximum', Infinity)
  const isBetween = Number.isFinite(above) && Number.isFinite(below)
  const margin = step || (isBetween ? (below - above) / 1000 : 0.001)
  const from = Math.max(low, above + marginAt(above, margin))
  const to = Math.min(high, below - marginAt(below, margin))
  const start = Number.isFinite(from) ? from : Math.min(0, to - FAR)
  const end = Number.isFinite(to) ? to : Math.max(start, 0) + FAR
  if (start > end) return NOTHING
  if (step === 0) return shortest(between(start, end, random.next()), start, end)
  const [first, last] = [Math.ceil(start / step), Math.floor(end / step)]
  if (first > last) return NOTHING
  const multiple = (first + random.below(Math.min(last - first + 1, FAR))) * step
  // Without the last digits: 0.07 is what people write for 7 * 0.01.
  return Number(multiple.toPrecision(15))
}

/** A distance from an exclusive limit that a large number still has. */
function marginAt(limit: number, margin: number): number {
  return Number.isFinite(limit) ? Math.max(margin, Math.abs(limit) * Number.EPSILON) : margin
}

/** The number with two decimals, as most services take it, or with all where that is too few. */
function shortest(number: number, start: number, end: number): number {
  const short = Number(number.toFixed(2))
  return short >= start && short <= end ? short : number
}

function between(start: number, end: number, share: number): number {
  const distance = end - start
  return Number.isFinite(distance) ? start + share * distance : start * (1 - share) + end * share
}
