import { lazyMatcher } from '../linear/matcher.js'
import { guarded } from '../linear/pattern.js'
import { parse } from '../parse.js'
import { flagsOf, type Syntax } from '../syntax.js'
import type { Growth } from './ambiguity.js'
import { MOST_PATHS } from './path-counts.js'
import type { SymbolWord } from './path-search.js'
import { type PatternSymbols, symbolsOf } from './symbols.js'
import { classesIn, sizeOf } from './syntax.js'
import { timeOf } from './time-estimate.js'

/** Worst-case time of a pattern, and the means against it. */
export interface Risk {
  /** Exponent of the length of a string; `Infinity` for exponential time. */
  readonly degree: number
  /** Length up to which the time is harmless. */
  readonly short: number
  /** The pattern for the linear matcher, if that supports it. */
  readonly syntax?: Syntax
  /** A string that takes long, if one is known. */
  readonly attack?: string
}

/** Largest pattern for the linear matcher. */
const MOST_STATES = 50_000

const known = new Map<string, Risk | undefined>()

/** The risk of a pattern that compiles; `undefined` if its time is linear. */
export function riskOf(pattern: string): Risk | undefined {
  if (known.has(pattern)) return known.get(pattern)
  const risk = analyse(pattern)
  known.set(pattern, risk)
  // The generator checks examples by the pattern too.
  if (risk !== undefined) guarded(pattern, flagsOf(pattern), risk.short, risk.syntax)
  return risk
}

/** Without repetitions and with few alternatives, the time is harmless. */
const HARMLESS = /^(?:[^*+{|?]*[|?]){0,9}[^*+{|?]*$/

function analyse(pattern: string): Risk | undefined {
  if (HARMLESS.test(pattern)) return undefined
  const flags = flagsOf(pattern)
  const parsed = parse(pattern, flags)
  if (parsed === undefined)
    return { degree: Infinity, short: lengthFor(ENOUGH, Infinity, MOST_PATHS) }
  const { syntax, isExact, classes } = parsed
  const symbols = symbolsOf(classes, classesIn(syntax), flags)
  const { growth, paths } = timeOf(syntax, symbols)
  const { degree } = growth
  if (degree <= 1) return undefined
  const isSmall = sizeOf(syntax) <= MOST_STATES
  const matches = isSmall ? lazyMatcher(syntax, flags) : () => false
  const attack = attackString(growth, symbols, matches)
  const isMatched = isExact && isSmall
  return {
    degree,
    short: lengthFor(isMatched ? FEW : ENOUGH, degree, paths),
    ...(isMatched && { syntax }),
    ...(attack !== undefined && { attack }),
  }
}

/** Steps that take no noticeable time, and steps that take some milliseconds. */
const FEW = 20_000
const ENOUGH = 1_000_000

function lengthFor(steps: number, degree: number, paths: number): number {
  return Math.floor(
    Number.isFinite(degree) ? steps ** (1 / degree) : Math.log(steps) / Math.log(paths),
  )
}

const SHOWN = 3

/** A string that does not match, and takes long with more repetitions; `isMatch` is linear. */
function attackString(
  { prefix, pump }: Growth,
  symbols: PatternSymbols,
  isMatch: (text: string) => boolean,
): string | undefined {
  if (pump.length === 0) return undefined
  const spelt = (word: SymbolWord) => word.map((each) => spell(each, symbols)).join('')
  const start = `${spelt(prefix)}${spelt(pump).repeat(SHOWN)}`
  const end = ['', '!', '\n', ...symbols.samples].find((each) => !isMatch(`${start}${each}`))
  return end === undefined ? undefined : `${start}${end}`
}

/** A character of these symbols, printable if possible. */
function spell(bits: bigint, { samples }: PatternSymbols): string {
  const possible = samples.filter((_, symbol) => (bits >> BigInt(symbol)) & 1n)
  return possible.find((each) => /^[ -~]$/.test(each)) ?? (possible[0] as string)
}
