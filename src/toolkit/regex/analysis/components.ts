import { type AutomatonGraph, type Budget, stepsFrom } from './graph.js'

/** A place of the search, and the number of its edges that are done. */
interface SearchFrame {
  readonly place: number
  step: number
}

/**
 * The number of the strongly connected component of each place; none if no path leads back (Tarjan
 * 1972, Depth-first search and linear graph algorithms). Not recursive, since patterns can be long.
 *
 * @throws {BudgetExceeded}
 */
export function componentsOf(
  graph: AutomatonGraph,
  budget: Budget,
): readonly (number | undefined)[] {
  const search = new ComponentSearch(graph)
  for (let place = 0; place < graph.size; place++) search.from(place, budget)
  return search.components
}

class ComponentSearch {
  readonly components: (number | undefined)[]
  readonly #graph: AutomatonGraph
  /** The order in which places were entered, and the first of those that they lead back to. */
  readonly #entered = new Map<number, number>()
  readonly #first = new Map<number, number>()
  /** Places that may belong to the component of another. */
  readonly #open: number[] = []
  readonly #path: SearchFrame[] = []

  constructor(graph: AutomatonGraph) {
    this.components = new Array(graph.size).fill(undefined)
    this.#graph = graph
  }

  from(root: number, budget: Budget): void {
    if (!this.#entered.has(root)) this.#enter(root)
    for (let top = this.#path.at(-1); top !== undefined; top = this.#path.at(-1)) {
      budget.spend()
      const next = stepsFrom(this.#graph, top.place)[top.step++]?.to
      if (next === undefined) this.#leave(top.place)
      else if (!this.#entered.has(next)) this.#enter(next)
      // A closed place has no entry here.
      else if (this.#first.has(next)) this.#lower(top.place, this.#entered.get(next) as number)
    }
  }

  #enter(place: number): void {
    const time = this.#entered.size
    this.#entered.set(place, time)
    this.#first.set(place, time)
    this.#open.push(place)
    this.#path.push({ place, step: 0 })
  }

  #lower(place: number, time: number): void {
    this.#first.set(place, Math.min(this.#first.get(place) as number, time))
  }

  #leave(place: number): void {
    this.#path.pop()
    const first = this.#first.get(place) as number
    const around = this.#path.at(-1)
    if (around !== undefined) this.#lower(around.place, first)
    if (first !== this.#entered.get(place)) return
    const members = this.#open.splice(this.#open.lastIndexOf(place))
    const isLoop =
      members.length > 1 || stepsFrom(this.#graph, place).some(({ to }) => to === place)
    for (const each of members) {
      this.#first.delete(each)
      if (isLoop) this.components[each] = place
    }
  }
}
