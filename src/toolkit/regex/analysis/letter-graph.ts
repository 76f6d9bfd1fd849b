import type { Automaton } from './automaton.js'
import type { Ways } from './fragments.js'
import type { Letters } from './letters.js'

/** An automaton over letters. Its last place is the start, the one before precedes a match. */
export interface LetterGraph {
  readonly size: number
  /** The letters of each place, as bits. */
  readonly letters: readonly bigint[]
  readonly next: readonly (readonly GraphEdge[])[]
}

export interface GraphEdge {
  readonly to: number
  readonly ways: number
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
export function graphOf(automaton: Automaton, letters: Letters, isSearched: boolean): LetterGraph {
  const { classes, follow, first, done } = automaton
  const before = classes.length
  const steps = (all: Ways): GraphEdge[] =>
    [...all].filter(([to]) => !done.has(to)).map(([to, ways]) => ({ to, ways }))
  const later = isSearched ? steps(first.anywhere) : []
  const search = later.length === 0 ? [] : [{ to: before, ways: 1 }]
  return {
    size: before + 2,
    letters: [...classes.map((source) => letters.of(source)), letters.all, 0n],
    next: [
      ...follow.map((ways, place) => (done.has(place) ? [] : steps(ways))),
      [...search, ...later],
      [...search, ...steps(first.atStart)],
    ],
  }
}

export function startOf({ size }: LetterGraph): number {
  return size - 1
}

export function stepsFrom({ next }: LetterGraph, place: number): readonly GraphEdge[] {
  return next[place] as readonly GraphEdge[]
}

/** For each step of a path, the letters that are possible, as bits. */
export type LetterWord = readonly bigint[]

/** A search over tuples of places that read the same letter. */
export interface PathSearch<Node> {
  readonly from: Node
  readonly next: (node: Node) => Iterable<readonly [node: Node, letters: bigint]>
  readonly isGoal: (node: Node) => boolean
  readonly key: (node: Node) => number
}

/** The word of a shortest path of at least one step to a goal. */
export function findPath<Node>(search: PathSearch<Node>, budget: Budget): LetterWord | undefined {
  interface VisitedNode {
    readonly node: Node
    readonly letters: bigint
    readonly before: VisitedNode | undefined
  }
  const seen = new Set<number>()
  let layer: VisitedNode[] = [{ node: search.from, letters: 0n, before: undefined }]
  while (layer.length > 0) {
    const following: VisitedNode[] = []
    for (const visit of layer) {
      for (const [node, letters] of search.next(visit.node)) {
        budget.spend()
        const reached = { node, letters, before: visit }
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

  function wordOf(end: VisitedNode): LetterWord {
    const word: bigint[] = []
    for (let visit = end; visit.before !== undefined; visit = visit.before) word.push(visit.letters)
    return word.reverse()
  }
}

/** The places that a path of at least one step leads to. */
export function reachedFrom(graph: LetterGraph, place: number, budget: Budget): Set<number> {
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
