import { bridgesOf, longestChain } from './bridges.js'
import {
  type AutomatonGraph,
  componentsOf,
  reachedFrom,
  startOf,
  stepsFrom,
  symbolsAt,
} from './graph.js'
import { findPath, type SymbolWord } from './path-search.js'

/** Growth of the engine's time with the length of a string that does not match. */
export interface Growth {
  /** 0 for none, 1 for linear; `Infinity` for exponential. */
  readonly degree: number
  /** The string that has to be repeated, after a prefix. */
  readonly prefix: SymbolWord
  readonly pump: SymbolWord
}

/**
 * Growth of the number of paths that a string can take through an automaton (Weber and Seidl 1991,
 * On the degree of ambiguity of finite automata). The engine tries all of them if none matches.
 *
 * @throws {BudgetExceeded}
 */
export function growthOf(graph: AutomatonGraph): Growth {
  const components = componentsOf(graph)
  // Places behind a condition that never holds are not reached, as in `$a+`.
  const reached = [...reachedFrom(graph, startOf(graph))].sort((a, b) => a - b)
  const cyclic = reached.filter((place) => components[place] !== undefined)
  for (const place of cyclic) {
    const inside = (other: number) => components[other] === components[place]
    const isBack = ([one, other]: PathPair) => one === place && other === place
    const pump = twoPaths(graph, place, inside, isBack)
    if (pump !== undefined) return { degree: Infinity, prefix: wordTo(graph, place), pump }
  }
  const bridges = bridgesOf(graph, cyclic, components)
  const chain = longestChain(bridges)
  const [bridge] = chain
  if (bridge === undefined) return { degree: Math.min(cyclic.length, 1), prefix: [], pump: [] }
  return { degree: chain.length + 1, prefix: wordTo(graph, bridge.place), pump: bridge.word }
}

type PathPair = readonly [one: number, other: number, parted: boolean]

/** A word that leads from a place to a goal on two paths, inside of a component. */
function twoPaths(
  graph: AutomatonGraph,
  place: number,
  inside: (place: number) => boolean,
  isGoal: (pair: PathPair) => boolean,
): SymbolWord | undefined {
  return findPath<PathPair>(graph, {
    from: [place, place, false],
    isGoal: (pair) => pair[2] && isGoal(pair),
    key: ([one, other, parted]) => (one * graph.size + other) * 2 + Number(parted),
    *next([one, other, parted]) {
      const others = stepsFrom(graph, other).filter(({ to }) => inside(to))
      for (const some of stepsFrom(graph, one)) {
        graph.budget.spend()
        if (!inside(some.to)) continue
        for (const more of others) {
          graph.budget.spend()
          const symbols = symbolsAt(graph, some.to) & symbolsAt(graph, more.to)
          if (symbols === 0n) continue
          const isParted = parted || some.to !== more.to || (one === other && some.paths > 1)
          yield [[some.to, more.to, isParted], symbols]
        }
      }
    },
  })
}

/** True if a string can have several paths between the same places, with or without loops. */
export function isAmbiguous(graph: AutomatonGraph): boolean {
  const isMet = ([one, other]: PathPair) => one === other
  return graph.next.some((_, place) => twoPaths(graph, place, () => true, isMet) !== undefined)
}

function wordTo(graph: AutomatonGraph, place: number): SymbolWord {
  const word = findPath<number>(graph, {
    from: startOf(graph),
    isGoal: (node) => node === place,
    key: (node) => node,
    next: (node) => stepsFrom(graph, node).map(({ to }) => [to, symbolsAt(graph, to)] as const),
  })
  return word as SymbolWord
}
