import { segments } from '../../openapi/json-pointer.js'
import { onDemand } from '../../shared/memoize.js'
import type { Position } from '../diagnostics/problems.js'
import { lastSatisfying } from '../shared/collections.js'
import { type JsonText, textOf } from './json-text.js'
import { NodeReader } from './yaml-nodes.js'

/** Finds the position of a JSON pointer's target; the first call reads the text again. */
export function createLocate(text: string): (pointer: string) => Position {
  const find = onDemand(() => createFind(text))
  return (pointer) => find()(pointer)
}

/** The same for a JSON text, of which only the containers of the target are read. */
export function createJsonLocate(json: JsonText): (pointer: string) => Position {
  const starts = onDemand(() => lineStarts(json.text))
  return (pointer) => {
    const { at } = nearest({ ...json.root, at: 0 }, pointer, (span) => json.children(span))
    const { line, column } = lineAndColumn(starts(), at)
    const before = textOf(json.text.slice(at - column + 1, at))
    return { line, column: before.length + 1 }
  }
}

function createFind(text: string): (pointer: string) => Position {
  const reader = new NodeReader(text)
  const root = reader.document()
  const starts = lineStarts(reader.text)
  return (pointer) => lineAndColumn(starts, nearest(root, pointer, (node) => node.children).at)
}

/** Target of a pointer, or its nearest ancestor. */
function nearest<Node>(
  root: Node,
  pointer: string,
  childrenOf: (node: Node) => ReadonlyMap<string, Node>,
): Node {
  let node = root
  for (const segment of segments(pointer) ?? []) {
    const child = childrenOf(node).get(segment)
    if (child === undefined) break
    node = child
  }
  return node
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAndColumn(starts: readonly number[], offset: number): Position {
  const low = lastSatisfying(starts.length, (index) => (starts[index] as number) <= offset)
  return { line: low + 1, column: offset - (starts[low] as number) + 1 }
}
