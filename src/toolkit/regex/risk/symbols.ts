import { Alphabet } from '../alphabet.js'
import type { ClassNode } from '../parse.js'

/** Symbols of a pattern: one for all characters that the pattern does not distinguish. */
export interface PatternSymbols {
  readonly samples: readonly string[]
  /** The symbols of a class, as bits. */
  readonly of: (source: string) => bigint
  readonly all: bigint
}

/** First and last code points of `\d`, `\w`, `.` and `\s` (ECMA-262, section 22.2.2.9). */
const ESCAPES = [
  0x09, 0x0a, 0x0b, 0x0d, 0x0e, 0x20, 0x21, 0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b, 0xa0,
  0xa1, 0x1680, 0x1681, 0x2000, 0x200b, 0x2028, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060, 0x3000,
  0x3001, 0xfeff, 0xff00,
]

/** First and last code points of halves of characters. */
const SURROGATES = [0xd800, 0xe000]

/** The symbols of classes: the symbols of the matcher's alphabet. */
export function symbolsOf(classes: ReadonlyMap<string, ClassNode>, flags: string): PatternSymbols {
  const sources = [...classes.keys()]
  const most = flags.includes('u') ? 0x10ffff : 0xffff
  const parts = [...classes.values()].flatMap((node) => boundsOf(node))
  const bounds = new Set([0, ...ESCAPES, ...SURROGATES, ...parts])
  const alphabet = new Alphabet(sources, flags)
  const samples: string[] = []
  for (const bound of [...bounds].sort((a, b) => a - b)) {
    if (bound > most) break
    const text = String.fromCodePoint(bound)
    const [symbol] = alphabet.read(text) as unknown as [number]
    // Of equivalent characters, a printable one is shown, and half of a character only where all are such.
    const known = samples[symbol]
    const isPlain = known !== undefined && /^[ -~]$/.test(known)
    if (known === undefined || (text.isWellFormed() && !isPlain)) samples[symbol] = text
  }
  const { members } = alphabet
  const masks = new Map(
    sources.map((source, at) => [source, maskOf(members.map((each) => each[at] === true))]),
  )
  return {
    samples,
    of: (source) => masks.get(source) as bigint,
    all: maskOf(members.map(() => true)),
  }
}

function maskOf(bits: readonly boolean[]): bigint {
  return bits.reduce((mask, bit, index) => (bit ? mask | (1n << BigInt(index)) : mask), 0n)
}

/** Code points at which a part of a class begins, or has ended. */
function boundsOf(node: ClassNode): readonly number[] {
  if (node.type === 'Character') return [node.value, node.value + 1]
  if (node.type === 'CharacterSet') return node.kind === 'property' ? propertyBounds(node.raw) : []
  return node.elements.flatMap((each) => {
    if (each.type === 'CharacterClassRange') return [each.min.value, each.max.value + 1]
    return boundsOf(each as ClassNode)
  })
}

const properties = new Map<string, readonly number[]>()

/** The same for a property such as `\p{L}`, as the engine defines it. */
function propertyBounds(raw: string): readonly number[] {
  const known = properties.get(raw) ?? [...findBounds(raw)]
  properties.set(raw, known)
  return known
}

/** Most blocks of characters have a property as a whole or not at all, so that few are searched. */
function* findBounds(raw: string): Generator<number> {
  const [all, none] = [new RegExp(`^${raw}+$`, 'u'), new RegExp(`^[^${raw}]+$`, 'u')]
  let isBefore = false
  for (let start = 0; start <= 0x10ffff; start += BLOCK) {
    const block = Array.from({ length: BLOCK }, (_, index) => start + index)
    if ((isBefore ? all : none).test(String.fromCodePoint(...block))) continue
    for (const code of block) {
      if (all.test(String.fromCodePoint(code)) === isBefore) continue
      isBefore = !isBefore
      yield code
    }
  }
}

const BLOCK = 0x100
