import type { TestedContract } from '../document/contract.js'
import type { Edge } from './makers/edge.js'

/** Cases of one kind in a whole run, as far as the operations share them. */
const IN_ALL = 6_000
/** Fewest and most of them for one operation. */
const [FEWEST, MOST] = [24, 900]

/** How many cases of a kind an operation may have. */
export function casesFor({ operations }: Pick<TestedContract, 'operations'>): number {
  const share = Math.floor(IN_ALL / Math.max(operations.length, 1))
  return Math.min(Math.max(share, FEWEST), MOST)
}

/**
 * The first edges within a budget, in their order; those that must be refused, which are most, take two thirds. What
 * is over the share of its kind comes last, as far as the other kind leaves room.
 */
export function* chosen(edges: Iterable<Edge>, budget: number): Generator<Edge> {
  const forWrong = Math.floor((budget * 2) / 3)
  const left = { wrong: forWrong, right: budget - forWrong }
  const over: Edge[] = []
  for (const edge of edges) {
    const kind = edge.fate === 'refused' ? 'wrong' : 'right'
    if (left[kind] === 0) {
      over.push(edge)
      continue
    }
    left[kind] -= 1
    yield edge
    if (left.wrong + left.right === 0) return
  }
  yield* over.slice(0, left.wrong + left.right)
}
