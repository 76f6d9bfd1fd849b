import { type CompiledPattern, compile, type PositionTest } from '../../regex/linear/program.js'
import { type ParsedSyntax, parse } from '../../regex/parse.js'
import { type PatternSymbols, symbolsOf } from '../../regex/risk/symbols.js'
import { patternFlags } from '../../regex/syntax.js'

/** What texts satisfy: patterns, and a length in code points. */
export interface TextRules {
  readonly patterns: readonly string[]
  readonly least: number
  readonly most: number
}

/** Most places in patterns that a proof visits: what takes more is not decided. */
const MOST_PLACES = 200_000

/** Class of the characters that `\b` tells from the others. */
const WORD = '\\w'

/**
 * A text that satisfies the one and not the other, the shortest one; `null` if there is none: decided by the
 * automata of the patterns, whose states are made while they are walked. `undefined` if it is not decided: beyond
 * the limits, and where a pattern looks around, refers back or is no pattern with the flag `u`.
 */
export function textOutside(given: TextRules, wanted: TextRules): string | null | undefined {
  const all = [...given.patterns, ...wanted.patterns]
  if (!all.every((each) => patternFlags(each) === 'u')) return undefined
  const parsed = all.map((each) => parse(each, 'u'))
  if (!parsed.every((each) => each?.refersBack === false)) return undefined
  const known = parsed as ParsedSyntax[]
  const compiled = known.map(({ syntax }) => compile(syntax))
  if (compiled.some(({ lookarounds }) => lookarounds.length > 0)) return undefined
  const classes = [...known, parse(WORD, 'u') as ParsedSyntax].flatMap((each) => [...each.classes])
  const symbols = symbolsOf(new Map(classes), 'u')
  const readers = compiled.map((each) => new PatternReader(each, symbols))
  return new OutsideSearch(readers, given, wanted, symbols).run()
}

/** A set of places in a pattern, or that a match has ended. */
interface PatternState {
  readonly id: number
  readonly isMatch: boolean
  readonly open: readonly number[]
}

/** Where a text is: before its first character, after a word character, at its end. */
interface TextPlace {
  readonly isStart: boolean
  readonly isAfterWord: boolean
  /** The next symbol; none at the end. */
  readonly next: number | undefined
}

/** Reads one symbol after the other on all paths of a pattern at once. */
class PatternReader {
  readonly start: PatternState
  readonly #compiled: CompiledPattern
  readonly #members: readonly bigint[]
  readonly #word: bigint
  readonly #known = new Map<string, PatternState>()

  constructor(compiled: CompiledPattern, symbols: PatternSymbols) {
    this.#compiled = compiled
    this.#members = compiled.classes.map(symbols.of)
    this.#word = symbols.of(WORD)
    this.start = this.#state(false, new Set([compiled.program.start]))
  }

  /** The state after a symbol, or at the end. */
  read(before: PatternState, at: TextPlace): PatternState {
    if (before.isMatch) return before
    const { states, start } = this.#compiled.program
    const seen = new Set<number>()
    const after = new Set<number>()
    const open = [...before.open]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue
      seen.add(place)
      const state = states[place] as (typeof states)[number]
      if (state.kind === 'match') return this.#state(true, new Set())
      if (state.kind === 'split') open.push(...state.next)
      else if (state.kind === 'at') {
        if (this.#holds(state.test, at)) open.push(state.next)
      } else if (has(this.#members[state.class], at.next)) after.add(state.next)
    }
    // A match may begin anywhere.
    return this.#state(false, after.add(start))
  }

  #holds(test: PositionTest, { isStart, isAfterWord, next }: TextPlace): boolean {
    if (test === 'start') return isStart
    if (test === 'end') return next === undefined
    return (isAfterWord !== has(this.#word, next)) === (test === 'edge')
  }

  /** The same object each time. */
  #state(isMatch: boolean, places: ReadonlySet<number>): PatternState {
    const open = [...places].sort((a, b) => a - b)
    const key = isMatch ? 'match' : open.join()
    const state = this.#known.get(key) ?? { id: this.#known.size, isMatch, open }
    this.#known.set(key, state)
    return state
  }
}

function has(members = 0n, symbol: number | undefined): boolean {
  return symbol !== undefined && ((members >> BigInt(symbol)) & 1n) === 1n
}

/** A state of all patterns, and the text that leads to it. */
interface TextStep {
  readonly states: readonly PatternState[]
  readonly length: number
  readonly isAfterWord: boolean
  readonly text: string
}

class OutsideSearch {
  readonly #readers: readonly PatternReader[]
  readonly #given: TextRules
  readonly #wanted: TextRules
  readonly #symbols: PatternSymbols
  /** Longer texts are alike. */
  readonly #longest: number
  readonly #word: bigint

  constructor(
    readers: readonly PatternReader[],
    given: TextRules,
    wanted: TextRules,
    symbols: PatternSymbols,
  ) {
    this.#readers = readers
    this.#given = given
    this.#wanted = wanted
    this.#symbols = symbols
    this.#word = symbols.of(WORD)
    const lengths = [given.least, given.most, wanted.least, wanted.most]
    this.#longest = Math.max(0, ...lengths.filter(Number.isFinite)) + 1
  }

  run(): string | null | undefined {
    const states = this.#readers.map(({ start }) => start)
    const open: TextStep[] = [{ states, length: 0, isAfterWord: false, text: '' }]
    const seen = new Set(open.map(keyOf))
    let places = 0
    for (const step of open) {
      if (this.#isOutside(step)) return step.text
      if (places > MOST_PLACES) return undefined
      for (const [symbol, sample] of this.#symbols.samples.entries()) {
        // No text has half of a character.
        if (step.length > this.#given.most || !sample?.isWellFormed()) continue
        const next = this.#next(step, symbol, sample)
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.add(key)
        open.push(next)
        places += next.states.reduce((sum, each) => sum + 1 + each.open.length, 0)
      }
    }
    return null
  }

  #next(step: TextStep, symbol: number, sample: string): TextStep {
    const { length, text } = step
    return {
      states: this.#read(step, symbol),
      length: Math.min(length + 1, this.#longest),
      isAfterWord: has(this.#word, symbol),
      text: text + sample,
    }
  }

  #read({ states, text, isAfterWord }: TextStep, next: number | undefined): PatternState[] {
    const position = { isStart: text === '', isAfterWord, next }
    return states.map((each, at) => (this.#readers[at] as PatternReader).read(each, position))
  }

  #isOutside(step: TextStep): boolean {
    const matches = this.#read(step, undefined).map(({ isMatch }) => isMatch)
    const count = this.#given.patterns.length
    const isGiven = isWithin(step, this.#given) && matches.slice(0, count).every(Boolean)
    return isGiven && !(isWithin(step, this.#wanted) && matches.slice(count).every(Boolean))
  }
}

function isWithin({ length }: TextStep, { least, most }: TextRules): boolean {
  return length >= least && length <= most
}

/** Steps with the same key have the same texts after them. */
function keyOf({ states, length, isAfterWord, text }: TextStep): string {
  return [...states.map(({ id }) => id), length, isAfterWord, text === ''].join(' ')
}
