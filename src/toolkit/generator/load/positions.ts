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
import { readEvents, startOf } from './events.js'
import { type JsonText, textOf } from './json-text.js'
import { nameOfKey } from './keys.js'

/** A place in a text, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A node of a text: where it is to be pointed at, and its children by key or index. */
interface Node {
  readonly at: number
  readonly children: Map<string, Node>
}

/** Finds where JSON pointers lead in a text. The text is read again on the first call only. */
export function createLocate(text: string): (pointer: string) => Position {
  let find: ((pointer: string) => Position) | undefined
  return (pointer) => {
    find ??= createFind(text)
    return find(pointer)
  }
}

/** The same in a JSON text, of which only what leads to the place is read. */
export function createJsonLocate(json: JsonText): (pointer: string) => Position {
  let starts: number[] | undefined
  return (pointer) => {
    starts ??= lineStarts(json.text)
    let span = { ...json.root, at: 0 }
    for (const segment of segments(pointer) ?? []) {
      const child = json.children(span).get(segment)
      if (child === undefined) break
      span = child
    }
    const { line, column } = lineAndColumn(starts, span.at)
    const before = textOf(json.text.slice(span.at - column + 1, span.at))
    return { line, column: before.length + 1 }
  }
}

function createFind(text: string): (pointer: string) => Position {
  const reader = new Reader(text)
  const root = reader.document()
  const starts = lineStarts(reader.text)
  return (pointer) => lineAndColumn(starts, deepest(root, segments(pointer) ?? []).at)
}

function deepest(root: Node, path: readonly string[]): Node {
  let node = root
  for (const segment of path) {
    const child = node.children.get(segment)
    if (child === undefined) break
    node = child
  }
  return node
}

/** Where each line starts. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAndColumn(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 }
}

/** Turns the parser's events into nodes. */
class Reader {
  readonly #text: string
  readonly #events: readonly Event[]
  readonly #anchors = new Map<string, Node>()
  #next = 0
  /** Where the last node starts: what is left empty is nowhere itself. */
  #at = 0

  constructor(text: string) {
    const read = readEvents(text)
    this.#text = read.text
    this.#events = read.events
  }

  get text(): string {
    return this.#text
  }

  document(): Node {
    this.#next++ // the document's own event
    return this.#more() ? { ...this.#node(), at: 0 } : { at: 0, children: new Map() }
  }

  #node(): Node {
    const event = this.#events[this.#next++] as Event
    if (event.type === EVENT_ALIAS) {
      // The parser has refused an alias without an anchor.
      return this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd)) as Node
    }
    this.#at = startOf(event) ?? this.#at
    const node: Node = { at: this.#at, children: new Map() }
    if ('anchorStart' in event && event.anchorStart >= 0) {
      this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node)
    }
    if (event.type === EVENT_SEQUENCE) this.#elements(node)
    if (event.type === EVENT_MAPPING) this.#members(node)
    return node
  }

  #elements(parent: Node): void {
    for (let index = 0; this.#more(); index++) parent.children.set(String(index), this.#node())
    this.#next++
  }

  /** A member is pointed at by its key. */
  #members(parent: Node): void {
    while (this.#more()) {
      const key = this.#events[this.#next] as Event
      const { at } = this.#node()
      const { children } = this.#node()
      if (key.type === EVENT_ALIAS) continue
      const isText = key.type === EVENT_SCALAR
      const name = isText ? getScalarValue(this.#text, key) : nameOfKey(this.#text, at)
      if (!parent.children.has(name)) parent.children.set(name, { at, children })
    }
    this.#next++
  }

  #more(): boolean {
    const event = this.#events[this.#next]
    return event !== undefined && event.type !== EVENT_POP
  }
}
