import { cyclesIn } from '../../shared/cycles.js'
import type { Automaton } from './automaton.js'
import type { Budget, PathCounts } from './path-counts.js'
import type { PatternSymbols } from './symbols.js'

/** An automaton over symbols. Its last place is the start, the one before precedes a match. */
export interface AutomatonGraph {
  readonly size: number
  /** The symbols of each place, as bits. */
  readonly symbols: readonly bigint[]
  readonly next: readonly (readonly GraphEdge[])[]
  /** Counts the steps of searches in it. */
  readonly budget: Budget
}

export interface GraphEdge {
  readonly to: number
  readonly paths: number
}

/** Symbols and budget, which the parts of a pattern share. */
export interface PatternContext {
  readonly symbols: PatternSymbols
  readonly budget: Budget
}

/** @param isSearched - True if the engine tries a match at every position of a string. */
export function graphOf(
  automaton: Automaton,
  { symbols, budget }: PatternContext,
  isSearched: boolean,
): AutomatonGraph {
  const { classes, follow, first, done } = automaton
  const before = classes.length
  const steps = (all: PathCounts): GraphEdge[] =>
    [...all].filter(([to]) => !done.has(to)).map(([to, paths]) => ({ to, paths }))
  const later = isSearched ? steps(first.anywhere) : []
  const search = later.length === 0 ? [] : [{ to: before, paths: 1 }]
  return {
    size: before + 2,
    budget,
    symbols: [...classes.map((source) => symbols.of(source)), symbols.all, 0n],
    next: [
      ...follow.map((paths, place) => (done.has(place) ? [] : steps(paths))),
      [...search, ...later],
      [...search, ...steps(first.atStart)],
    ],
  }
}

export function startOf({ size }: AutomatonGraph): number {
  return size - 1
}

export function stepsFrom({ next }: AutomatonGraph, place: number): readonly GraphEdge[] {
  return next[place] as readonly GraphEdge[]
}

export function symbolsAt({ symbols }: AutomatonGraph, place: number): bigint {
  return symbols[place] as bigint
}

/** The places that a path of at least one step leads to. */
export function reachedFrom(graph: AutomatonGraph, place: number): Set<number> {
  const reached = new Set<number>()
  const open = [place]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const { to } of stepsFrom(graph, each)) {
      graph.budget.spend()
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}

/** The number of the strongly connected component of each place; none if no path leads back. */
export function componentsOf(graph: AutomatonGraph): readonly (number | undefined)[] {
  const places = graph.next.keys()
  const cycles = cyclesIn(places, (place) => {
    const steps = stepsFrom(graph, place)
    graph.budget.spend(steps.length + 1)
    return steps.map(({ to }) => to)
  })
  return graph.next.map((_, place) => cycles.get(place))
}
