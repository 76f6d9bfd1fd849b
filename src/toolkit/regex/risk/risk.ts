import { guarded } from '../linear/matcher.js'
import { parse } from '../parse.js'
import { flagsOf, type Syntax } from '../syntax.js'
import { Backtracking } from './backtracking.js'
import { symbolsOf } from './symbols.js'

/** What keeps the engine from taking very long for a pattern. */
interface Risk {
  /** Length up to which the engine is fast. */
  readonly short: number
  /** The pattern for the linear matcher, if that supports it. */
  readonly syntax?: Syntax
}

/** Largest pattern for the linear matcher. */
const MOST_STATES = 100_000

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

/** Length up to which the engine is fast for nearly all patterns. */
const SHORTEST = 6

/** Steps that take no noticeable time, and steps that take some milliseconds. */
const FEW = 20_000
const ENOUGH = 1_000_000

function estimate(pattern: string): Risk | undefined {
  if (HARMLESS.test(pattern)) return undefined
  const flags = flagsOf(pattern)
  const parsed = parse(pattern, flags)
  if (parsed === undefined) return { short: SHORTEST }
  const { syntax, refersBack, classes } = parsed
  const degree = new Backtracking(symbolsOf(classes, flags)).degreeOf(syntax)
  if (degree <= 1) return undefined
  const isMatched = !refersBack && sizeOf(syntax) <= MOST_STATES
  const isExponential = degree === Infinity
  if (isMatched) return { short: isExponential ? 0 : Math.floor(FEW ** (1 / degree)), syntax }
  return { short: isExponential ? SHORTEST : Math.floor(ENOUGH ** (1 / degree)) }
}

/** Number of states of the compiled syntax. */
function sizeOf(syntax: Syntax): number {
  if (typeof syntax === 'string' || 'at' in syntax) return 1
  if ('of' in syntax) return (1 + sizeOf(syntax.of)) * Math.max(syntax.most ?? syntax.least, 1)
  if ('ahead' in syntax) return 1 + sizeOf(syntax.ahead)
  if ('behind' in syntax) return 1 + sizeOf(syntax.behind)
  const parts = 'all' in syntax ? syntax.all : syntax.any
  return parts.reduce((sum, part) => sum + sizeOf(part), 1)
}
