import { PARAMETER, shapeOf } from '../../openapi/route.js'

/** A path whose requests match another path too: `/plants/mine` and `/plants/:id`. */
export interface CoveredPath {
  readonly url: string
  readonly methods: readonly string[]
  /** Methods that only the other paths have. */
  readonly others: readonly string[]
}

/**
 * The paths that are covered by others. OpenAPI matches concrete paths first (3.1, section 4.8.8),
 * regardless of the method; a router with a tree for each method does not.
 */
export function coveredPaths(routes: readonly { url: string; method: string }[]): CoveredPath[] {
  const root = newNode()
  const ends = new Map<string, { leaf: PathNode; segments: readonly string[] }>()
  for (const { url, method } of routes) {
    const end = ends.get(url) ?? endOf(url, root)
    end.leaf.methods.add(method)
    ends.set(url, end)
  }
  const found = new Map<PathNode, CoveredPath>()
  for (const [url, { leaf, segments }] of ends) {
    const { methods } = leaf
    const others = methodsAt(root, segments).filter((method) => !methods.has(method))
    // Several paths may differ only in the names of their parameters.
    if (others.length > 0) {
      found.set(leaf, { url, methods: [...methods], others: [...new Set(others)] })
    }
  }
  return [...found.values()]
}

/** A node of a tree of segments, with the methods of the paths that end there. */
interface PathNode {
  readonly children: Map<string, PathNode>
  readonly methods: Set<string>
}

function newNode(): PathNode {
  return { children: new Map(), methods: new Set() }
}

function endOf(url: string, root: PathNode): { leaf: PathNode; segments: readonly string[] } {
  const segments = shapeOf(url).split('/')
  return { leaf: segments.reduce(childOf, root), segments }
}

function childOf(node: PathNode, segment: string): PathNode {
  const child = node.children.get(segment) ?? newNode()
  node.children.set(segment, child)
  return child
}

/** The methods of all paths that match the same requests. */
function methodsAt(root: PathNode, segments: readonly string[]): string[] {
  let nodes = [root]
  for (const segment of segments) {
    const names = new Set([segment, PARAMETER])
    nodes = nodes.flatMap(({ children }) => [...names].flatMap((name) => children.get(name) ?? []))
  }
  return nodes.flatMap(({ methods }) => [...methods])
}
