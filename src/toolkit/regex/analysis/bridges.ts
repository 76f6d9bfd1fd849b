import { type AutomatonGraph, reachedFrom, stepsFrom, symbolsAt } from './graph.js'
import { findPath, type SymbolWord } from './path-search.js'

/** A loop from which another loop can be entered at any time: each such pair adds one degree. */
interface Bridge {
  readonly from: number
  readonly to: number
  /** A place of the first loop, and a word around both loops and from one to the other. */
  readonly place: number
  readonly word: SymbolWord
}

export function bridgesOf(
  graph: AutomatonGraph,
  cyclic: readonly number[],
  components: readonly (number | undefined)[],
): Bridge[] {
  const found = new Map<string, Bridge>()
  for (const place of cyclic) {
    const reached = reachedFrom(graph, place)
    for (const other of cyclic) {
      const [from, to] = [components[place] as number, components[other] as number]
      if (from === to || !reached.has(other) || found.has(`${from} ${to}`)) continue
      const word = bridge(graph, place, other, components)
      if (word !== undefined) found.set(`${from} ${to}`, { from, to, place, word })
    }
  }
  return [...found.values()]
}

/** A word that leads from `place` to itself, from `place` to `other`, and from `other` to itself. */
function bridge(
  graph: AutomatonGraph,
  place: number,
  other: number,
  components: readonly (number | undefined)[],
): SymbolWord | undefined {
  type BridgeNode = readonly [first: number, between: number, second: number]
  return findPath<BridgeNode>(graph, {
    from: [place, place, other],
    isGoal: ([first, between, second]) => first === place && between === other && second === other,
    key: ([first, between, second]) => (first * graph.size + between) * graph.size + second,
    *next([first, between, second]) {
      for (const { to: a } of stepsFrom(graph, first)) {
        graph.budget.spend()
        if (components[a] !== components[place]) continue
        for (const { to: c } of stepsFrom(graph, second)) {
          graph.budget.spend()
          const both = symbolsAt(graph, a) & symbolsAt(graph, c)
          if (both === 0n || components[c] !== components[other]) continue
          for (const { to: b } of stepsFrom(graph, between)) {
            graph.budget.spend()
            const symbols = both & symbolsAt(graph, b)
            if (symbols !== 0n) yield [[a, b, c], symbols]
          }
        }
      }
    },
  })
}

/** The longest chain of bridges, which never form a circle. */
export function longestChain(bridges: readonly Bridge[]): readonly Bridge[] {
  const known = new Map<number, readonly Bridge[]>()
  const chainFrom = (from: number): readonly Bridge[] => {
    const chain = known.get(from) ?? longest(bridges.filter((bridge) => bridge.from === from))
    known.set(from, chain)
    return chain
  }
  const longest = (some: readonly Bridge[]) =>
    some
      .map((bridge) => [bridge, ...chainFrom(bridge.to)])
      .reduce<readonly Bridge[]>((best, chain) => (chain.length > best.length ? chain : best), [])
  return longest(bridges)
}
