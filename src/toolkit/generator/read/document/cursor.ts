import type { Place } from '../../../openapi/document.js'
import { isObject } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'

/** What documents write for true and false. */
const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

type Kind = 'string' | 'boolean' | 'object' | 'array'

/** A place in a document together with its value: reads what is expected, reports what is not. */
export class Cursor implements Place {
  readonly source: Source
  readonly pointer: string
  readonly value: unknown
  readonly report: Diagnostics

  constructor(source: Source, pointer: string, value: unknown, report: Diagnostics) {
    this.source = source
    this.pointer = pointer
    this.value = value
    this.report = report
  }

  /** The member `key`, or `undefined` when there is none; one that is left empty is none. */
  get(key: string): Cursor | undefined {
    if (!isObject(this.value) || !Object.hasOwn(this.value, key)) return undefined
    const member = this.#child(key, this.value[key])
    if (member.value !== null) return member
    this.report.warn(member, `\`${key}\` is empty and ignored`, 'give it a value or leave it out')
    return undefined
  }

  /** The member `key`; its absence is a fault of the document. */
  need(key: string): Cursor | undefined {
    const member = this.get(key)
    if (member === undefined && this.#is('object')) {
      this.report.wrong(this, `\`${key}\` is missing`, `add \`${key}\``)
    }
    return member
  }

  /** The entries of a map, in document order: any key is a name. */
  entries(): [string, Cursor][] {
    // PHP writes an object without members as `[]`.
    const isNone = this.value === null || (Array.isArray(this.value) && this.value.length === 0)
    if (isNone) this.#warnExpected('object', 'taken for an empty one')
    if (isNone || !this.#is('object')) return []
    return Object.entries(this.value as object).map(([key, value]) => [
      key,
      this.#child(key, value),
    ])
  }

  /** Tells where something else stands in place of an object with fixed fields: it has none of them. */
  withFields(reading = 'taken for an empty one'): this {
    if (!isObject(this.value)) this.#warnExpected('object', reading)
    return this
  }

  /** The members of an object with fixed fields, without specification extensions (`x-`). */
  members(): [string, Cursor][] {
    return this.entries().filter(([key]) => !key.startsWith('x-'))
  }

  /** The elements of a list; one value where a list is expected is a list of it. */
  elements(): Cursor[] {
    if (this.value === null) this.#warnExpected('array', 'taken for an empty one')
    if (this.value === null) return []
    if (typeof this.value === 'string' || isObject(this.value)) {
      this.#warnExpected('array', 'taken for its only element')
      return [this]
    }
    if (!this.#is('array')) return []
    return (this.value as unknown[]).map((value, index) => this.#child(index, value))
  }

  string(): string | undefined {
    return this.#is('string') ? (this.value as string) : undefined
  }

  /** A text that only describes: YAML makes a number or a date of some. */
  text(): string | undefined {
    if (typeof this.value === 'string') return this.value
    const isScalar = this.value !== null && typeof this.value !== 'object'
    const found = article(kindOf(this.value))
    const message = `expected a string, found ${found}${isScalar ? '' : ', which is ignored'}`
    this.report.warn(this, message, 'write a string')
    return isScalar ? String(this.value) : undefined
  }

  boolean(): boolean | undefined {
    const word = WORDS[String(this.value).toLowerCase()]
    if (typeof this.value === 'boolean' || typeof this.value === 'object' || word === undefined) {
      return this.#is('boolean') ? (this.value as boolean) : undefined
    }
    const found = `${article(kindOf(this.value))} ${JSON.stringify(this.value)}`
    const message = `expected a boolean, found ${found}; taken for ${word}`
    this.report.warn(this, message, `write ${word}`)
    return word
  }

  /** The members that are not among those known; each name is told once. */
  warnUnknown(known: ReadonlySet<string>, what: string): void {
    for (const [name, member] of this.members()) {
      if (known.has(name)) continue
      const message = `${what} \`${name}\` is unknown and ignored`
      const advice = 'correct it, leave it out, or start it with x-'
      this.report.warn(member, message, advice, { once: true })
    }
  }

  /** The same place, for a look ahead: what is wrong is told when it is read. */
  quiet(): Cursor {
    return new Cursor(this.source, this.pointer, this.value, new Diagnostics())
  }

  /** Where this is among all documents: unique, and what generated code shows as its origin. */
  get place(): string {
    return `${this.source.prefix}${this.pointer}`
  }

  #child(key: string | number, value: unknown): Cursor {
    return new Cursor(this.source, append(this.pointer, key), value, this.report)
  }

  #warnExpected(kind: Kind, reading: string): void {
    const isEmpty = Array.isArray(this.value) && this.value.length === 0
    const found = isEmpty ? 'an empty array' : article(kindOf(this.value))
    const message = `expected ${article(kind)}, found ${found}; ${reading}`
    this.report.warn(this, message, `write ${article(kind)}`)
  }

  #is(kind: Kind): boolean {
    const actual = kindOf(this.value)
    if (actual === kind) return true
    this.report.wrong(
      this,
      `expected ${article(kind)}, found ${article(actual)}`,
      `write ${article(kind)}`,
    )
    return false
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : typeof value
}

function article(kind: string): string {
  if (kind === 'null' || kind === 'undefined') return kind
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`
}
