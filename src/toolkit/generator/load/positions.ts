import {
  EVENT_ALIAS,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  getScalarValue,
} from 'js-yaml'
import { segments } from '../../openapi/json-pointer.js'
import { onDemand } from '../../shared/memoize.js'
import type { Position } from '../diagnostics/diagnostics.js'
import { lastSatisfying } from '../shared/collections.js'
import { type JsonText, textOf } from './json-text.js'
import { parseYamlEvents, startOffset } from './parse-yaml.js'
import { complexKeyName } from './yaml-keys.js'

/** A node of a text: its offset, and its children by key or index. */
interface TextNode {
  readonly at: number
  readonly children: Map<string, TextNode>
}

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

class NodeReader {
  readonly text: string
  readonly #events: readonly Event[]
  readonly #anchors = new Map<string, TextNode>()
  #next = 0
  /** Offset of the last node; an empty node has none of its own. */
  #at = 0

  constructor(text: string) {
    const read = parseYamlEvents(text)
    this.text = read.text
    this.#events = read.events
  }

  document(): TextNode {
    this.#next++ // the event of the document
    return this.#more() ? { ...this.#node(), at: 0 } : { at: 0, children: new Map() }
  }

  #node(): TextNode {
    const event = this.#events[this.#next++] as Event
    if (event.type === EVENT_ALIAS) {
      // The parser rejects an alias without an anchor.
      return this.#anchors.get(this.text.slice(event.anchorStart, event.anchorEnd)) as TextNode
    }
    this.#at = startOffset(event) ?? this.#at
    const node: TextNode = { at: this.#at, children: new Map() }
    if ('anchorStart' in event && event.anchorStart >= 0) {
      this.#anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), node)
    }
    if (event.type === EVENT_SEQUENCE) this.#elements(node)
    if (event.type === EVENT_MAPPING) this.#members(node)
    return node
  }

  #elements(parent: TextNode): void {
    for (let index = 0; this.#more(); index++) parent.children.set(String(index), this.#node())
    this.#next++
  }

  /** The offset of a member is that of its key. */
  #members(parent: TextNode): void {
    while (this.#more()) {
      const key = this.#events[this.#next] as Event
      const { at } = this.#node()
      const { children } = this.#node()
      if (key.type === EVENT_ALIAS) continue
      const isText = key.type === EVENT_SCALAR
      const name = isText ? getScalarValue(this.text, key) : complexKeyName(this.text, at)
      if (!parent.children.has(name)) parent.children.set(name, { at, children })
    }
    this.#next++
  }

  #more(): boolean {
    const event = this.#events[this.#next]
    return event !== undefined && event.type !== EVENT_POP
  }
}
