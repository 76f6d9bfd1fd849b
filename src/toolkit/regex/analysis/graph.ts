import type { Automaton } from './automaton.js'
import type { PathCounts } from './fragments.js'
import type { PatternSymbols } from './symbols.js'

/** An automaton over symbols. Its last place is the start, the one before precedes a match. */
export interface AutomatonGraph {
  readonly size: number
  /** The symbols of each place, as bits. */
  readonly symbols: readonly bigint[]
  readonly next: readonly (readonly GraphEdge[])[]
}

export interface GraphEdge {
  readonly to: number
  readonly paths: number
}

/** A search takes too many steps. */
export class BudgetExceeded extends Error {}

/** Counts the steps of searches. */
export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  /** @throws {BudgetExceeded} */
  spend(): void {
    if (--this.#left < 0) throw new BudgetExceeded()
  }
}

/** @param isSearched - True if the engine tries a match at every position of a string. */
export function graphOf(
  automaton: Automaton,
  symbols: PatternSymbols,
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
export function findPath<Node>(search: PathSearch<Node>, budget: Budget): SymbolWord | undefined {
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
export function reachedFrom(graph: AutomatonGraph, place: number, budget: Budget): Set<number> {
  const reached = new Set<number>()
  const open = [place]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const { to } of stepsFrom(graph, each)) {
      budget.spend()
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}
