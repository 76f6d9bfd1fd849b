import t from 'tap'
import { type AutomatonGraph, componentsOf, reachedFrom } from '#toolkit/regex/analysis/graph.js'
import { Budget, BudgetExceeded } from '#toolkit/regex/analysis/path-counts.js'
import { chance } from '../../runtime/json/random.js'

function graph(...steps: readonly (readonly number[])[]): AutomatonGraph {
  return {
    budget: new Budget(10_000),
    size: steps.length,
    symbols: steps.map(() => 1n),
    next: steps.map((all) => all.map((to) => ({ to, paths: 1 }))),
  }
}

/** The component of each place, by the places that it reaches. */
function expected(graph: AutomatonGraph): (number | undefined)[] {
  const reached = Array.from({ length: graph.size }, (_, at) => reachedFrom(graph, at))
  return reached.map((from, at) => {
    if (!from.has(at)) return undefined
    return reached.findIndex((other, first) => from.has(first) && other.has(at))
  })
}

/** Each component by its first place. */
function byFirst(components: readonly (number | undefined)[]): (number | undefined)[] {
  return components.map((each) => (each === undefined ? undefined : components.indexOf(each)))
}

t.test('places that lead to each other are in one component', async (t) => {
  const table: [graph: AutomatonGraph, components: (number | undefined)[]][] = [
    [graph([]), [undefined]],
    [graph([0]), [0]],
    [graph([1], [0]), [0, 0]],
    [graph([1], []), [undefined, undefined]],
    [graph([1, 2], [0], [2]), [0, 0, 2]],
    [graph([1], [2], [1, 3], []), [undefined, 1, 1, undefined]],
    [graph([], [0, 1]), [undefined, 1]],
  ]
  for (const [each, components] of table) {
    const found = byFirst(componentsOf(each))
    t.strictSame(found, components, JSON.stringify(each.next))
  }
})

t.test('components are found in graphs of any form', async (t) => {
  const random = chance(7)
  for (let count = 0; count < 500; count++) {
    const size = 1 + random.below(8)
    const steps = Array.from({ length: size }, () =>
      Array.from({ length: random.below(3) }, () => random.below(size)),
    )
    const each = graph(...steps)
    const found = byFirst(componentsOf(each))
    t.strictSame(found, expected(each), JSON.stringify(steps))
  }
})

t.test('each step is counted', async (t) => {
  const ring = graph([1], [2], [0])
  t.doesNotThrow(
    () => componentsOf({ ...ring, budget: new Budget(6) }),
    'three steps, and three ends',
  )
  t.throws(() => componentsOf({ ...ring, budget: new Budget(5) }), new BudgetExceeded())
})
