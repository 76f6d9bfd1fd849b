import type { Chance } from '../../toolkit/runtime/json/random.js'

type Node = Record<string, unknown> | unknown[]

const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, '', 'x', '#/nowhere', [], {}, [[]], ['a', 'a'], { $ref: '#' }],
  ...[{ $ref: './gone.yaml' }, { $ref: 1 }, { type: 'nothing' }, { allOf: [] }, { pattern: '(' }],
  ...['string', 'object', '\u0000', '\ud800', { a: { a: { a: {} } } }],
]

/** Changes a document in some places: most of what comes of it is no OpenAPI document any more. */
export function spoil(document: object, random: Chance): void {
  for (let count = 1 + random.below(3); count > 0; count--) {
    const nodes = [...nodesIn(document)]
    const node = random.pick(nodes)
    const keys = Object.keys(node)
    const key = random.pick(keys) as never
    if (keys.length > 0) change(node, key, random, nodes)
  }
}

function change(node: Node, key: never, random: Chance, nodes: readonly Node[]): void {
  const kind = random.below(4)
  if (kind === 0 && !Array.isArray(node)) delete node[key]
  else if (kind === 1) node[key] = structuredClone(random.pick(nodes)) as never
  else if (kind === 2 && !Array.isArray(node)) {
    const other = random.pick(Object.keys(random.pick(nodes)).concat('type', '$ref', '__proto__'))
    Object.defineProperty(node, other, {
      value: node[key],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else node[key] = random.pick(ODD) as never
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  yield value as Node
  for (const each of Object.values(value)) yield* nodesIn(each)
}
