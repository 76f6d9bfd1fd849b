import {
  EVENT_ALIAS,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type SequenceEvent,
} from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import type { Problem } from '../diagnostics/problems.js'
import { JSON_STRING } from './parse-json.js'
import { positionAt } from './syntax-errors.js'

/** A node of a text: its offset, that of its key for a member, and its children by key or index. */
export interface TextNode {
  readonly at: number
  readonly children: Map<string, TextNode>
}

/** What texts of JSON consist of. */
const JSON_TOKEN = new RegExp(`(${JSON_STRING})\\s*:|${JSON_STRING}|[[\\]{}]|[^\\s,:[\\]{}"]+`, 'g')

export function jsonNodes(text: string): TextNode {
  const open: TextNode[] = [{ at: 0, children: new Map() }]
  let member: { readonly name: string; readonly at: number } | undefined
  for (const { 0: token, 1: key, index } of text.matchAll(JSON_TOKEN)) {
    const { children } = open.at(-1) as TextNode
    if (key !== undefined) member = { name: JSON.parse(key), at: index }
    else if (token === '}' || token === ']') open.pop()
    else {
      const { name = String(children.size), at = index } = member ?? {}
      const node = { at, children: new Map() }
      children.set(name, node)
      if (token === '{' || token === '[') open.push(node)
      member = undefined
    }
  }
  return { ...(open[0]?.children.get('0') as TextNode), at: 0 }
}

/** A key that is no string, or that occurs twice. */
export interface KeyProblem extends Problem {
  readonly pointer: string
}

/**
 * Reads the nodes of a YAML text from its events, and what is wrong with its keys. The ranges of `yaml` 2.9.1 would
 * do as well, but for GitHub's document (10 MB of YAML) they take 2.4 to 2.7 s of processor time where this takes 0.3
 * to 0.4, which makes a run with warnings 1.3 times as long: 9.6 s in place of 7.5 (2026-11-27, a busy machine).
 */
export class NodeReader {
  readonly problems: KeyProblem[] = []
  /** The events without those of members whose keys are wrong. */
  readonly events: Event[] = []
  readonly #text: string
  readonly #all: readonly Event[]
  readonly #path: (string | number)[] = []
  readonly #anchors = new Map<string, TextNode>()
  #next = 0
  /** Offset of the last node; an empty node has none of its own. */
  #at = 0

  constructor(text: string, events: readonly Event[]) {
    this.#text = text
    this.#all = events
  }

  document(): TextNode {
    this.#take() // the event of the document
    const root = this.#more() ? this.#node() : undefined
    this.events.push(...this.#all.slice(this.#next))
    return { at: 0, children: root?.children ?? new Map() }
  }

  #node(): TextNode {
    const event = this.#take()
    this.#at = startOffset(event) ?? this.#at
    const node: TextNode = { at: this.#at, children: new Map() }
    const isNamed = 'anchorStart' in event && event.anchorStart >= 0
    const anchor = isNamed ? this.#text.slice(event.anchorStart, event.anchorEnd) : ''
    if (event.type === EVENT_ALIAS) return this.#anchors.get(anchor) ?? node
    if (isNamed) this.#anchors.set(anchor, node)
    if (event.type === EVENT_SCALAR) return node
    if (event.type === EVENT_MAPPING) this.#members(node)
    for (let index = 0; event.type === EVENT_SEQUENCE && this.#more(); index++) {
      node.children.set(String(index), this.#inside(index))
    }
    this.#take()
    return node
  }

  #inside(key: string | number): TextNode {
    this.#path.push(key)
    const node = this.#node()
    this.#path.pop()
    return node
  }

  #members({ children }: TextNode): void {
    const known = new Set<string>()
    while (this.#more()) {
      const key = this.#all[this.#next] as Event
      const [eventCount, problemCount] = [this.events.length, this.problems.length]
      const name = this.#nameOf(key)
      const problem = this.#problemOf(key, name, known.has(name))
      known.add(name)
      const { at } = this.#inside(name)
      const member = { at, children: this.#inside(name).children }
      if (key.type !== EVENT_ALIAS && !children.has(name)) children.set(name, member)
      if (problem === undefined) continue
      this.events.length = eventCount
      const pointer = append('#', ...this.#path, name)
      this.problems.splice(problemCount, Infinity, { pointer, ...problem })
    }
  }

  /** Of a key that is no string, its text, shortened. */
  #nameOf(key: Event): string {
    if (key.type === EVENT_SCALAR) return getScalarValue(this.#text, key)
    const start = startOffset(key) as number
    const line = this.#text.slice(start, start + MAX_LENGTH)
    const [written = ''] = /^(?:\[[^\]\n]*\]+|\{[^}\n]*\}+|[^\n]*)/.exec(line) ?? []
    return written.trim()
  }

  /** An alias is the value of its anchor, and `<<` merges the members of others. */
  #problemOf(key: Event, name: string, isKnown: boolean): Problem | undefined {
    if (key.type === EVENT_ALIAS || name === '<<') return undefined
    if (key.type !== EVENT_SCALAR) {
      const kind = key.type === EVENT_MAPPING ? 'map' : 'list'
      const message = `the key ${name} is a ${kind}, and a member needs a text for a key`
      return { message, advice: 'put it in quotes, or write a text' }
    }
    if (!isKnown) return undefined
    const at = startOffset(key) // undefined for an empty key
    const { line, column } = positionAt(this.#text, at ?? 0)
    const again = at === undefined ? '' : `, again at ${line}:${column}`
    const message = `the key ${JSON.stringify(name)} is there twice${again}`
    return { message, advice: 'remove one of them, or rename it' }
  }

  #take(): Event {
    const event = this.#all[this.#next++] as Event
    this.events.push(event)
    return event
  }

  #more(): boolean {
    const event = this.#all[this.#next]
    return event !== undefined && event.type !== EVENT_POP
  }
}

const MAX_LENGTH = 40

/** Offset of a node; `undefined` if it is empty. */
export function startOffset(event: Event): number | undefined {
  if (event.type === EVENT_ALIAS) return event.anchorStart - 1
  if (event.type !== EVENT_SCALAR) return (event as MappingEvent | SequenceEvent).start
  const { style, valueStart } = event
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
  return valueStart < 0 ? undefined : valueStart - Number(isQuoted)
}
