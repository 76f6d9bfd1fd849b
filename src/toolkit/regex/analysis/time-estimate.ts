import type { Syntax } from '../syntax.js'
import { type Growth, growthOf, isAmbiguous } from './ambiguity.js'
import { type Automaton, automatonOf } from './automaton.js'
import { type AutomatonGraph, graphOf, type PatternContext } from './graph.js'
import { Budget, BudgetExceeded, MOST_PATHS } from './path-counts.js'
import type { PatternSymbols } from './symbols.js'
import { hasLoop, isTriedOnce, lookaroundsIn, reversed, sizeOf } from './syntax.js'

/** Most steps of an analysis, some hundredths of a second, and more for each part. */
const MOST_STEPS = 300_000
const STEPS_EACH = 10
/** Paths without loops that take no noticeable time. */
const MOST_ACYCLIC_PATHS = 10_000

interface TimeEstimate {
  readonly growth: Growth
  /** Most paths that continue with one character. */
  readonly paths: number
}

export function timeOf(syntax: Syntax, symbols: PatternSymbols): TimeEstimate {
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
