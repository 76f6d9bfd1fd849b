import type { AutomatonGraph } from './graph.js'

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
