import { guarded } from '../linear/matcher.js'
import { parse } from '../parse.js'
import { flagsOf, type Syntax } from '../syntax.js'
import { classesIn, failsLate, isAnchored, sizeOf } from './parts.js'
import { symbolsOf } from './symbols.js'
import { WayCounter } from './ways.js'

/** Time that the engine may take for a pattern, and the means against it. */
interface Risk {
  /** Exponent of the length of a string, at most; `Infinity` for exponential time. */
  readonly degree: number
  /** Length up to which the time is harmless. */
  readonly short: number
  /** The pattern for the linear matcher, if that supports it. */
  readonly syntax?: Syntax
}

/** Largest pattern for the linear matcher. */
const MOST_STATES = 50_000

const known = new Map<string, Risk | undefined>()

/** The risk of a pattern that compiles; `undefined` if its time is certainly linear. */
export function riskOf(pattern: string): Risk | undefined {
  if (known.has(pattern)) return known.get(pattern)
  const risk = estimate(pattern)
  known.set(pattern, risk)
  // The generator checks examples by the pattern too.
  if (risk !== undefined) guarded(pattern, flagsOf(pattern), risk.short, risk.syntax)
  return risk
}

/** Without repetitions and with few alternatives, the time is harmless. */
const HARMLESS = /^(?:[^*+{|?]*[|?]){0,9}[^*+{|?]*$/

/** Steps that take no noticeable time, and steps that take some milliseconds. */
const FEW = 20_000
const ENOUGH = 1_000_000

/** As many ways, tried at each place of a text, take long. */
const MANY = 100

/** By how much a character multiplies the ways of a pattern that nothing is known of. */
const UNKNOWN_BASE = 100

function estimate(pattern: string): Risk | undefined {
  if (HARMLESS.test(pattern)) return undefined
  const flags = flagsOf(pattern)
  const parsed = parse(pattern, flags)
  if (parsed === undefined) {
    return { degree: Infinity, short: lengthFor(ENOUGH, Infinity, UNKNOWN_BASE) }
  }
  const { syntax, references, classes } = parsed
  const counter = new WayCounter(symbolsOf(classes, classesIn(syntax), flags), references)
  const { factor } = counter.count(syntax)
  const isTriedEverywhere = !isAnchored(syntax) && (failsLate(syntax) || factor > MANY)
  const degree = counter.time + Number(isTriedEverywhere)
  if (degree <= 1) return undefined
  const isMatched = references.size === 0 && sizeOf(syntax) <= MOST_STATES
  const short = lengthFor(isMatched ? FEW : ENOUGH, degree, counter.base)
  return { degree, short, ...(isMatched && { syntax }) }
}

function lengthFor(steps: number, degree: number, base: number): number {
  return Math.floor(
    Number.isFinite(degree) ? steps ** (1 / degree) : Math.log(steps) / Math.log(base),
  )
}
