import { PARAMETER, shapeOf } from '../../openapi/route.js'

/** A path of which every request has the shape of another one too: `/plants/mine` of `/plants/:id`. */
export interface Covered {
  readonly url: string
  readonly methods: readonly string[]
  /** Those that only the other paths have. */
  readonly others: readonly string[]
}

/**
 * The paths that are covered by others. OpenAPI matches concrete paths first (3.1, section 4.8.8),
 * whatever the method; a router with a tree for each method does not.
 */
export function coveredPaths(routes: readonly { url: string; method: string }[]): Covered[] {
  const root = newNode()
  const ends = new Map<string, { leaf: Node; segments: readonly string[] }>()
  for (const { url, method } of routes) {
    const end = ends.get(url) ?? endOf(url, root)
    end.leaf.methods.add(method)
    ends.set(url, end)
  }
  const found = new Map<Node, Covered>()
  for (const [url, { leaf, segments }] of ends) {
    const others = new Set<string>()
    for (const coverer of coverersOf(segments, root)) {
      if (coverer === leaf) continue
      for (const method of coverer.methods) if (!leaf.methods.has(method)) others.add(method)
    }
    // Several paths may be one but for the names of their parameters.
    if (others.size > 0) found.set(leaf, { url, methods: [...leaf.methods], others: [...others] })
  }
  return [...found.values()]
}

/** A tree of segments; the paths that end at a node have these methods. */
interface Node {
  readonly children: Map<string, Node>
  readonly methods: Set<string>
}

function newNode(): Node {
  return { children: new Map(), methods: new Set() }
}

function endOf(url: string, root: Node): { leaf: Node; segments: readonly string[] } {
  const segments = shapeOf(url).split('/')
  return { leaf: segments.reduce(childOf, root), segments }
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? newNode()
  node.children.set(segment, child)
  return child
}

/** The ends of all paths that take what these segments take: each the same, or a parameter. */
function coverersOf(segments: readonly string[], root: Node): Node[] {
  let nodes = [root]
  for (const segment of segments) {
    const next: Node[] = []
    for (const { children } of nodes) {
      for (const each of segment === PARAMETER ? [PARAMETER] : [segment, PARAMETER]) {
        const child = children.get(each)
        if (child !== undefined) next.push(child)
      }
    }
    nodes = next
  }
  return nodes.filter(({ methods }) => methods.size > 0)
}
