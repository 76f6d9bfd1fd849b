import { keywordsWith } from '../openapi/schema/keywords.js'
import type { SchemaObject } from '../openapi/schema/schema.js'
import { type Draw, type Drawn, keywordValues, largest, NOTHING, smallest } from './draw.js'
import { FORMATS, WORDS } from './formats.js'
import { drawMatch } from './patterns.js'

/** Most attempts to draw a string that matches every pattern. */
const ATTEMPTS = 50

/** A string of the required format, pattern and length. */
export function drawString(all: readonly SchemaObject[], draw: Draw): Drawn {
  const shortest = largest(all, 'minLength', 0)
  const longest = smallest(all, 'maxLength', Infinity)
  if (shortest > Math.min(longest, 10_000)) return NOTHING
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = fitted(candidate(all, draw, attempt), shortest, longest)
    if (draw.accepts({ allOf: all.map(ofText) }, text)) return text
  }
  return NOTHING
}

function candidate(all: readonly SchemaObject[], { random }: Draw, attempt: number): string {
  const patterns = keywordValues(all, 'pattern')
  const [format] = keywordValues(all, 'format').flatMap((name) => FORMATS[name] ?? [])
  if (format !== undefined && (patterns.length === 0 || attempt % 2 === 1)) return format(random)
  const pattern = patterns[attempt % Math.max(patterns.length, 1)]
  return (pattern && drawMatch(pattern, random)) ?? random.pick(WORDS)
}

/** Adjusts the length with the string's own characters, which most patterns allow. */
function fitted(text: string, shortest: number, longest: number): string {
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
  const step = Math.max(...keywordValues(all, 'multipleOf').map(Number), isInteger ? 1 : 0)
  const low = largest(all, 'minimum', -Infinity)
  const high = smallest(all, 'maximum', Infinity)
  const above = largest(all, 'exclusiveMinimum', -Infinity)
  const below = smallest(all, 'exclusiveMaximum', Infinity)
  const isBetween = Number.isFinite(above) && Number.isFinite(below)
  const margin = step || (isBetween ? (below - above) / 1000 : 0.001)
  const from = Math.max(low, above + margin)
  const to = Math.min(high, below - margin)
  const start = Number.isFinite(from) ? from : Math.min(0, to - FAR)
  const end = Number.isFinite(to) ? to : Math.max(start, 0) + FAR
  if (start > end) return NOTHING
  if (step === 0) return start + random.next() * (end - start)
  const [first, last] = [Math.ceil(start / step), Math.floor(end / step)]
  if (first > last) return NOTHING
  const multiple = (first + random.below(Math.min(last - first + 1, FAR))) * step
  // Without the last digits: 0.07 is what people write for 7 * 0.01.
  if (!Number.isInteger(step)) return Number(multiple.toPrecision(15))
  const isLarge = !Number.isSafeInteger(multiple)
  return isLarge && keywordValues(all, 'format').includes('int64') ? BigInt(multiple) : multiple
}
