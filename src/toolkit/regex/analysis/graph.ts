import { cyclesIn } from '../../shared/cycles.js'
import type { Automaton } from './automaton.js'
import type { Budget, PathCounts } from './fragments.js'
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

/** For each step of a path, the symbols that are possible, as bits. */
export type SymbolWord = readonly bigint[]

/** A search over tuples of places that read the same symbol. */
export interface PathSearch<Node> {
  readonly from: Node
  readonly next: (node: Node) => Iterable<readonly [node: Node, symbols: bigint]>
  readonly isGoal: (node: Node) => boolean
  readonly key: (node: Node) => number
}

/** The word of a shortest path of at least one step to a goal. */
export function findPath<Node>(
  { budget }: AutomatonGraph,
  search: PathSearch<Node>,
): SymbolWord | undefined {
  interface VisitedNode {
    readonly node: Node
    readonly symbols: bigint
    readonly before: VisitedNode | undefined
  }
  const seen = new Set<number>()
  let layer: VisitedNode[] = [{ node: search.from, symbols: 0n, before: undefined }]
  while (layer.length > 0) {
    const following: VisitedNode[] = []
    for (const visit of layer) {
      for (const [node, symbols] of search.next(visit.node)) {
        budget.spend()
        const reached = { node, symbols, before: visit }
        if (search.isGoal(node)) return wordOf(reached)
        const key = search.key(node)
        if (seen.has(key)) continue
        seen.add(key)
        following.push(reached)
      }
    }
    layer = following
  }
  return undefined

  function wordOf(end: VisitedNode): SymbolWord {
    const word: bigint[] = []
    for (let visit = end; visit.before !== undefined; visit = visit.before) word.push(visit.symbols)
    return word.reverse()
  }
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
