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
  let others = new Set<string>()
  for (const [url, { leaf, segments }] of ends) {
    collectOthers(root, segments, leaf, others)
    if (others.size === 0) continue
    // Several paths may differ only in the names of their parameters.
    found.set(leaf, { url, methods: [...leaf.methods], others: [...others] })
    others = new Set()
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

/** Collects the methods that a path lacks, but a path that matches the same requests has. */
function collectOthers(
  root: PathNode,
  segments: readonly string[],
  leaf: PathNode,
  others: Set<string>,
): void {
  let nodes = [root]
  for (const segment of segments) {
    const next: PathNode[] = []
    for (const { children } of nodes) {
      const same = children.get(segment)
      if (same !== undefined) next.push(same)
      const parameter = segment === PARAMETER ? undefined : children.get(PARAMETER)
      if (parameter !== undefined) next.push(parameter)
    }
    nodes = next
  }
  for (const { methods } of nodes) {
    for (const method of methods) if (!leaf.methods.has(method)) others.add(method)
  }
}
