import { lazyMatcher } from '../linear/matcher.js'
import { guarded } from '../linear/pattern.js'
import { flagsOf, type Syntax } from '../syntax.js'
import { type Growth, growthOf, isAmbiguous } from './ambiguity.js'
import { attackString } from './attack-string.js'
import { type Automaton, automatonOf } from './automaton.js'
import { Budget, BudgetExceeded, MOST_PATHS } from './fragments.js'
import { type AutomatonGraph, graphOf, type PatternContext } from './graph.js'
import { parse } from './parse.js'
import { type PatternSymbols, symbolsOf } from './symbols.js'
import { classesIn, hasLoop, isTriedOnce, lookaroundsIn, reversed, sizeOf } from './syntax.js'

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

/** Most steps of an analysis, some hundredths of a second, and more for each part. */
const MOST_STEPS = 300_000
const STEPS_EACH = 10
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
/** Paths without loops that take no noticeable time. */
const MOST_ACYCLIC_PATHS = 10_000

function lengthFor(steps: number, degree: number, paths: number): number {
  return Math.floor(
    Number.isFinite(degree) ? steps ** (1 / degree) : Math.log(steps) / Math.log(paths),
  )
}

interface TimeEstimate {
  readonly growth: Growth
  /** Most paths that continue with one character. */
  readonly paths: number
}

function timeOf(syntax: Syntax, symbols: PatternSymbols): TimeEstimate {
  try {
    const budget = new Budget(MOST_STEPS + STEPS_EACH * sizeOf(syntax))
    return wholeTime(syntax, { symbols, budget }, true)
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof BudgetExceeded)) throw error
    return { growth: { degree: Infinity, prefix: [], pump: [] }, paths: MOST_PATHS }
  }
}

/** The time including lookarounds, which are tried at each position. */
function wholeTime(syntax: Syntax, context: PatternContext, isSearched: boolean): TimeEstimate {
  const own = partTime(syntax, context, isSearched)
  return lookaroundsIn(syntax).reduce((worst, lookaround) => {
    const body = 'ahead' in lookaround ? lookaround.ahead : reversed(lookaround.behind)
    const { paths, growth } = wholeTime(body, context, false)
    const inner = Math.max(growth.degree, hasLoop(body) ? 1 : 0)
    const degree = isTriedOnce(syntax, lookaround) ? inner : Math.max(own.growth.degree, 1) + inner
    return {
      paths: Math.max(worst.paths, paths),
      growth: degree > worst.growth.degree ? { ...growth, degree } : worst.growth,
    }
  }, own)
}

function partTime(syntax: Syntax, context: PatternContext, isSearched: boolean): TimeEstimate {
  const automaton = automatonOf(syntax)
  if (automaton === undefined) throw new BudgetExceeded()
  const graph = graphOf(automaton, context, isSearched)
  const growth = growthOf(graph)
  const isMany = growth.degree <= 1 && hasManyPaths(automaton, graph)
  const degree = isMany ? Infinity : growth.degree
  return { growth: { ...growth, degree }, paths: degree > 1 ? pathsOf(graph, context.symbols) : 1 }
}

/** Without loops the number of paths is finite, but may be too large. */
function hasManyPaths({ acyclicPaths, classes }: Automaton, graph: AutomatonGraph): boolean {
  // A list of words has no more paths than characters.
  return acyclicPaths > Math.max(MOST_ACYCLIC_PATHS, classes.length) && isAmbiguous(graph)
}

function pathsOf({ next, symbols: read }: AutomatonGraph, symbols: PatternSymbols): number {
  const counts = symbols.samples.flatMap((_, symbol) =>
    next.map((steps) =>
      steps
        .filter(({ to }) => ((read[to] as bigint) >> BigInt(symbol)) & 1n)
        .reduce((sum, { paths }) => sum + paths, 0),
    ),
  )
  return counts.reduce((most, count) => Math.max(most, count))
}
