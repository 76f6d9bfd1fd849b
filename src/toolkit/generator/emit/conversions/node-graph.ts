import { type ConversionNode, NOTHING } from './conversion-node.js'

/** All conversions of a document. */
export interface NodeGraph {
  readonly target: (schema: string) => ConversionNode
  /** The schema that has a node as its own. */
  readonly nameOf: (node: ConversionNode) => string | undefined
  /** True if an int64 can be inside of the values of a schema. */
  readonly holdsInt64: (schema: string) => boolean
}

/** The node that a mere reference leads to. */
export function followed(node: ConversionNode, { target }: NodeGraph): ConversionNode {
  const { ref, int64, codec, all, any } = node
  const isMore = int64 || codec !== undefined || hasParts(node) || all.length + any.length > 0
  return ref === undefined || isMore ? node : target(ref)
}

/** True if a node converts members or elements of a value. */
export function hasParts(node: ConversionNode): boolean {
  return hasMembers(node) || node.prefix.length > 0 || node.items !== undefined
}

export function hasMembers({ leftOut, members, patterns, rest }: ConversionNode): boolean {
  return leftOut.length + members.size + patterns.length > 0 || rest !== undefined
}

/** True if an int64 can be inside of a value. */
export function holdsInt64({ int64, ref, ...node }: ConversionNode, graph: NodeGraph): boolean {
  const { members, patterns, rest = NOTHING, prefix, items = NOTHING, all, any } = node
  if (int64 || (ref !== undefined && graph.holdsInt64(ref))) return true
  const alternatives = [...patterns, ...any].map(([, each]) => each)
  return [...members.values(), ...alternatives, ...prefix, ...all, rest, items].some(
    (each = NOTHING) => each !== NOTHING && holdsInt64(each, graph),
  )
}
