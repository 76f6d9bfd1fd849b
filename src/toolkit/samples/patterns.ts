import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Random } from './rules.js'

/** How often something may be repeated that may be repeated without end. */
const SOME = 3

/**
 * A text that most likely matches a pattern: lookarounds and references back are not followed.
 * `undefined` for a pattern that is none.
 */
export function drawMatch(pattern: string, random: Random): string | undefined {
  const parsed = parse(pattern)
  return parsed && alternatives(parsed.alternatives, random, parsed.isUnicode)
}

interface Parsed {
  readonly alternatives: readonly AST.Alternative[]
  readonly isUnicode: boolean
}

const known = new Map<string, Parsed | undefined>()

/** As validators compile it: with the `u` flag, or without it where it only compiles so. */
function parse(pattern: string): Parsed | undefined {
  if (!known.has(pattern)) known.set(pattern, parseAs(pattern, true) ?? parseAs(pattern, false))
  return known.get(pattern)
}

function parseAs(pattern: string, isUnicode: boolean): Parsed | undefined {
  try {
    const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
      unicode: isUnicode,
    })
    return { alternatives, isUnicode }
  } catch {
    return undefined
  }
}

function alternatives(all: readonly AST.Alternative[], random: Random, isUnicode: boolean): string {
  const { elements } = random.pick(all)
  return elements.map((each) => element(each, random, isUnicode)).join('')
}

function element(node: AST.Element, random: Random, isUnicode: boolean): string {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return alternatives(node.alternatives, random, isUnicode)
    case 'Quantifier': {
      const { min, max } = node
      const count = min + random.below(Math.min(max, min + SOME) - min + 1)
      return Array.from({ length: count }, () => element(node.element, random, isUnicode)).join('')
    }
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const characters = charactersOf(node.raw, isUnicode)
      return characters.length === 0 ? '' : random.pick(characters)
    }
    default:
      return '' // assertions and references back
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))

/** Letters and digits where they will do; then whatever can be typed; then other scripts. */
const ALPHABETS = [
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

/** Characters of a class. */
function charactersOf(raw: string, isUnicode: boolean): readonly string[] {
  let found = sets.get(raw)
  if (found === undefined) {
    const one = new RegExp(`^${raw}$`, isUnicode ? 'u' : '')
    const matching = ALPHABETS.map((alphabet) => alphabet.filter((each) => one.test(each)))
    found = matching.find(({ length }) => length > 0) ?? []
    sets.set(raw, found)
  }
  return found
}
