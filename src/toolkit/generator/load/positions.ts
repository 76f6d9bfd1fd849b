import { segments } from '../../openapi/json-pointer.js'
import { onDemand } from '../../shared/memoize.js'
import type { Position } from '../diagnostics/problems.js'
import { lastSatisfying } from '../shared/collections.js'
import { parseYamlEvents } from './parse-yaml.js'
import { jsonNodes, NodeReader } from './text-nodes.js'

/** Finds the position of a JSON pointer's target, or of its nearest ancestor; the first call reads the text again. */
export function createLocate(text: string, isJson = false): (pointer: string) => Position {
  const read = onDemand(() => {
    if (isJson) return { root: jsonNodes(text), starts: lineStarts(text) }
    const { text: source, events } = parseYamlEvents(text)
    return { root: new NodeReader(source, events).document(), starts: lineStarts(source) }
  })
  return (pointer) => {
    const { root, starts } = read()
    let node = root
    for (const segment of segments(pointer) ?? []) {
      const child = node.children.get(segment)
      if (child === undefined) break
      node = child
    }
    const line = lastSatisfying(starts.length, (index) => (starts[index] as number) <= node.at)
    return { line: line + 1, column: node.at - (starts[line] as number) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
