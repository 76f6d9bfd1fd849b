import { characterClass } from '../regex/alphabet.js'
import { type AST, parsePattern } from '../regex/parse.js'
import { flagsOf } from '../regex/syntax.js'
import type { Random } from './draw.js'

/** Most repetitions of an unlimited repetition. */
const SOME = 3

/** A string that most likely matches a pattern; `undefined` if the pattern is not parsed. */
export function drawMatch(pattern: string, random: Random): string | undefined {
  const parsed = parse(pattern)
  return parsed && alternatives(parsed.alternatives, random, parsed.flags)
}

const known = new Map<string, ReturnType<typeof parseAnew>>()

function parse(pattern: string): ReturnType<typeof parseAnew> {
  if (!known.has(pattern)) known.set(pattern, parseAnew(pattern))
  return known.get(pattern)
}

function parseAnew(pattern: string) {
  const flags = flagsOf(pattern)
  try {
    return { alternatives: parsePattern(pattern, flags).alternatives, flags }
    /* c8 ignore next 3 -- Node knows more than the parser, and which patterns depends on the Node */
  } catch {
    return undefined
  }
}

function alternatives(all: readonly AST.Alternative[], random: Random, flags: string): string {
  const { elements } = random.pick(all)
  return elements.map((each) => element(each, random, flags)).join('')
}

function element(node: AST.Element, random: Random, flags: string): string {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return alternatives(node.alternatives, random, flags)
    case 'Quantifier': {
      const { min, max } = node
      const count = min + random.below(Math.min(max, min + SOME) - min + 1)
      return Array.from({ length: count }, () => element(node.element, random, flags)).join('')
    }
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const characters = charactersOf(node.raw, flags)
      return characters.length === 0 ? '' : random.pick(characters)
    }
    default:
      return '' // assertions and references back
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))

/** Letters and digits first, then printable ASCII, then other scripts. */
export const ALPHABETS: readonly (readonly string[])[] = [
  [...range(0x30, 0x39), ...range(0x41, 0x5a), ...range(0x61, 0x7a)],
  range(0x20, 0x7e),
  [
    ...range(0, 0x1f),
    ...range(0x7f, 0x24f),
    ...range(0x370, 0x5ff),
    ...range(0x4e00, 0x4e40),
    '😀',
  ],
]

const sets = new Map<string, readonly string[]>()

function charactersOf(raw: string, flags: string): readonly string[] {
  const known = sets.get(raw)
  if (known !== undefined) return known
  const one = characterClass(raw, flags)
  const matching = ALPHABETS.map((alphabet) => alphabet.filter((each) => one.test(each)))
  const found = matching.find(({ length }) => length > 0) ?? []
  sets.set(raw, found)
  return found
}
