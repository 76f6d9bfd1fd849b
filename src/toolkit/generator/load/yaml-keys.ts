import {
  EVENT_ALIAS,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  type Event,
  getScalarValue,
} from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import type { Problem } from '../diagnostics/problems.js'
import { startOffset } from './parse-yaml.js'
import { positionAt } from './syntax-errors.js'

/** A key that is no string, or that occurs twice. */
export interface KeyProblem extends Problem {
  readonly pointer: string
}

export function checkKeys(text: string, events: readonly Event[]): KeyReader {
  const reader = new KeyReader(text, events)
  reader.document()
  return reader
}

/** Name of a key that is no string: its text, shortened. */
export function complexKeyName(text: string, start: number): string {
  const line = text.slice(start, start + MAX_LENGTH)
  const [written = ''] = /^(?:\[[^\]\n]*\]+|\{[^}\n]*\}+|[^\n]*)/.exec(line) as RegExpExecArray
  return written.trim()
}

const MAX_LENGTH = 40

class KeyReader {
  readonly events: Event[] = []
  readonly problems: KeyProblem[] = []
  readonly #text: string
  readonly #all: readonly Event[]
  #next = 0

  constructor(text: string, events: readonly Event[]) {
    this.#text = text
    this.#all = events
  }

  document(): void {
    this.#take()
    this.#node('#')
    this.events.push(...this.#all.slice(this.#next))
  }

  #node(pointer: string): void {
    const { type } = this.#take()
    if (type === EVENT_SCALAR || type === EVENT_ALIAS) return
    if (type === EVENT_MAPPING) this.#members(pointer)
    else for (let index = 0; this.#more(); index++) this.#node(append(pointer, index))
    this.#take()
  }

  #members(parent: string): void {
    const known = new Set<string>()
    while (this.#more()) {
      const key = this.#all[this.#next] as Event
      const [eventCount, problemCount] = [this.events.length, this.problems.length]
      const name = this.#nameOf(key)
      const pointer = append(parent, name)
      const problem = this.#problemOf(key, name, known.has(name))
      known.add(name)
      this.#node(pointer)
      this.#node(pointer)
      if (problem === undefined) continue
      this.events.length = eventCount
      this.problems.splice(problemCount, Infinity, { pointer, ...problem })
    }
  }

  #nameOf(key: Event): string {
    if (key.type === EVENT_SCALAR) return getScalarValue(this.#text, key)
    return complexKeyName(this.#text, startOffset(key) as number)
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
    const what = `the key ${JSON.stringify(name)} is there twice`
    const advice = 'remove one of them, or rename it'
    const at = startOffset(key) // undefined for an empty key
    if (at === undefined) return { message: what, advice }
    const { line, column } = positionAt(this.#text, at)
    return { message: `${what}, again at ${line}:${column}`, advice }
  }

  #take(): Event {
    const event = this.#all[this.#next++] as Event
    this.events.push(event)
    return event
  }

  #more(): boolean {
    return this.#all[this.#next]?.type !== EVENT_POP
  }
}
