/**
 * What the router tells apart: it compares neither the names of parameters nor their patterns, so that
 * `/plants/:id` and `/plants/:name` are one path.
 */
export function shapeOf(url: string): string {
  if (!/::|\(/.test(url)) return url.replace(/:\w*/g, PARAMETER)
  let shape = ''
  for (let at = 0; at < url.length; at++) {
    const isParameter = url[at] === ':' && url[at + 1] !== ':'
    if (url.startsWith('::', at)) at++
    shape += isParameter ? PARAMETER : url[at]
    if (!isParameter) continue
    while (/\w/.test(url[at + 1] ?? '')) at++
    if (url[at + 1] === '(') at = endOfPattern(url, at + 1)
  }
  return shape
}

/** No URL has it. */
const PARAMETER = '{}'

function endOfPattern(url: string, start: number): number {
  let depth = 0
  for (let at = start; at < url.length; at++) {
    if (url[at] === '\\') at++
    else if (url[at] === '(') depth++
    else if (url[at] === ')' && --depth === 0) return at
  }
  return url.length
}

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
  const leaves = new Map<Node, string>()
  for (const { url, method } of routes) {
    const leaf = segmentsOf(url).reduce(childOf, root)
    leaf.methods.add(method)
    leaves.set(leaf, url)
  }
  return [...leaves].flatMap(([leaf, url]) => {
    const others = new Set<string>()
    for (const coverer of coverersOf(segmentsOf(url), root)) {
      for (const method of coverer.methods) if (!leaf.methods.has(method)) others.add(method)
    }
    return others.size === 0 ? [] : [{ url, methods: [...leaf.methods], others: [...others] }]
  })
}

/** A tree of segments; the paths that end at a node have these methods. */
interface Node {
  readonly children: Map<string, Node>
  readonly methods: Set<string>
}

function newNode(): Node {
  return { children: new Map(), methods: new Set() }
}

function segmentsOf(url: string): string[] {
  return shapeOf(url).split('/')
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
