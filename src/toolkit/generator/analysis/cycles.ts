/** A node while Tarjan's algorithm visits it. */
interface Visit<Node> {
  readonly node: Node
  readonly index: number
  readonly next: readonly Node[]
  low: number
  /** Number of its edges that have been followed. */
  followed: number
}

/**
 * Nodes that lead back to themselves, each with the number of its cycle: two nodes of one cycle lead to
 * each other (Tarjan 1972, Depth-first search and linear graph algorithms). Not recursive, since graphs
 * can be deep.
 */
export function cyclesIn<Node>(
  nodes: Iterable<Node>,
  nextOf: (node: Node) => readonly Node[],
): Map<Node, number> {
  const visits = new Map<Node, Visit<Node>>()
  const open: Node[] = []
  const isOpen = new Set<Node>()
  const found = new Map<Node, number>()
  const path: Visit<Node>[] = []
  const enter = (node: Node) => {
    const index = visits.size
    const visit = { node, index, next: nextOf(node), low: index, followed: 0 }
    visits.set(node, visit)
    open.push(node)
    isOpen.add(node)
    path.push(visit)
  }
  const leave = (visit: Visit<Node>) => {
    path.pop()
    const from = path.at(-1)
    if (from !== undefined) from.low = Math.min(from.low, visit.low)
    if (visit.low !== visit.index) return
    const component = open.splice(open.lastIndexOf(visit.node))
    for (const each of component) isOpen.delete(each)
    if (component.length > 1 || visit.next.includes(visit.node))
      for (const each of component) found.set(each, visit.index)
  }
  for (const start of nodes) {
    if (!visits.has(start)) enter(start)
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.next[visit.followed++]
      const known = next === undefined ? undefined : visits.get(next)
      if (next === undefined) leave(visit)
      else if (known === undefined) enter(next)
      else if (isOpen.has(next)) visit.low = Math.min(visit.low, known.index)
    }
  }
  return found
}
