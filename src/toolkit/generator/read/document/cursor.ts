import { isObject, jsonTypeOf, plainText } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import { defined } from '../../../shared/defined.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Location } from '../../diagnostics/problems.js'
import type { Source } from '../../load/source.js'

const WORDS = new Map(
  Object.entries({ true: true, yes: true, 1: true, false: false, no: false, 0: false }),
)

/** YAML takes ` #` and what follows for a comment. */
const HASH =
  "put the reference in quotes, as '#/components/schemas/NAME': a bare # starts a comment"

/** Members whose text may have been meant to start with #. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'summary', 'title', 'name'])
const IN_QUOTES = ', in quotes if it starts with #,'

type ExpectedType = 'string' | 'boolean' | 'object' | 'array'

/** A location in a document with its value: reads expected types and reports others. */
export class Cursor implements Location {
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

  warn(message: string, advice: string, options?: { readonly once?: boolean }): void {
    this.report.warn(this, message, advice, options)
  }

  wrong(message: string, advice: string, feature?: string): void {
    this.report.wrong(this, message, advice, feature)
  }

  unsupported(message: string, advice: string, feature?: string): void {
    this.report.unsupported(this, message, advice, feature)
  }

  /** The member `key`; `undefined` if it is missing or null. */
  get(key: string): Cursor | undefined {
    if (!isObject(this.value) || !Object.hasOwn(this.value, key)) return undefined
    const member = this.child(key, this.value[key])
    if (member.value !== null) return member
    const advice = `give it a value${TEXTS.has(key) ? IN_QUOTES : ''} or leave it out`
    if (key === '$ref') member.wrong('`$ref` is empty', HASH)
    else member.warn(`\`${key}\` is empty and ignored`, advice)
    return undefined
  }

  /** The member `key`; a missing one is an error of the document. */
  need(key: string): Cursor | undefined {
    const member = this.get(key)
    if (member === undefined && this.#is('object')) {
      this.wrong(`\`${key}\` is missing`, `add \`${key}\``)
    }
    return member
  }

  entries(): [string, Cursor][] {
    // PHP writes an object without members as `[]`.
    const isNone = this.value === null || (Array.isArray(this.value) && this.value.length === 0)
    if (isNone) this.#warnExpected('object', 'taken for an empty one')
    if (isNone || !this.#is('object')) return []
    return Object.entries(this.value as object).map(([key, value]) => [key, this.child(key, value)])
  }

  /** Reports a value other than an object, which has no fields. */
  withFields(reading = 'taken for an empty one'): this {
    if (!isObject(this.value)) this.#warnExpected('object', reading)
    return this
  }

  /** Members of an object with fixed fields, without specification extensions (`x-`). */
  members(): [string, Cursor][] {
    return this.entries().filter(([key]) => !key.startsWith('x-'))
  }

  /** Elements of a list; a single value is a list of one. */
  elements(): Cursor[] {
    if (this.value === null) this.#warnExpected('array', 'taken for an empty one')
    if (this.value === null) return []
    if (typeof this.value === 'string' || isObject(this.value)) {
      this.#warnExpected('array', 'taken for its only element')
      return [this]
    }
    if (!this.#is('array')) return []
    return (this.value as unknown[]).map((value, index) => this.child(index, value))
  }

  /** Elements of the lists under these keys. */
  parts(...keys: readonly string[]): Cursor[] {
    return keys.flatMap((key) => this.get(key)?.elements() ?? [])
  }

  texts<Key extends string>(...keys: readonly Key[]): { readonly [Member in Key]?: string } {
    const texts = Object.fromEntries(keys.map((key) => [key, this.get(key)?.text()]))
    return defined(texts) as { [Member in Key]?: string }
  }

  string(): string | undefined {
    return this.#is('string') ? (this.value as string) : undefined
  }

  /** A string that only describes: YAML reads some as numbers or dates. */
  text(): string | undefined {
    if (typeof this.value === 'string') return this.value
    const isScalar = this.value !== null && typeof this.value !== 'object'
    const found = withArticle(jsonTypeOf(this.value))
    const message = `expected a string, found ${found}${isScalar ? '' : ', which is ignored'}`
    this.warn(message, isScalar ? 'put it in quotes, as it is written' : 'write a string')
    return isScalar ? String(this.value) : undefined
  }

  /** A string that something depends on: a name or an address. */
  scalar(): string | undefined {
    const isScalar = this.value === null || typeof this.value !== 'object'
    return isScalar ? this.text() : this.string()
  }

  boolean(): boolean | undefined {
    const word = WORDS.get(plainText(this.value).toLowerCase())
    if (typeof this.value === 'boolean' || typeof this.value === 'object' || word === undefined) {
      return this.#is('boolean') ? (this.value as boolean) : undefined
    }
    const found = `${withArticle(jsonTypeOf(this.value))} ${JSON.stringify(this.value)}`
    this.warn(`expected a boolean, found ${found}; taken for ${word}`, `write ${word}`)
    return word
  }

  /** The same location without reports, for a look ahead: reading it reports its problems. */
  quiet(value = this.value): Cursor {
    return new Cursor(this.source, this.pointer, value, new Diagnostics())
  }

  reportingTo(report: Diagnostics): Cursor {
    return new Cursor(this.source, this.pointer, this.value, report)
  }

  /** Pointer with the file's prefix: unique among all files, and shown in generated code. */
  get fullPointer(): string {
    return `${this.source.prefix}${this.pointer}`
  }

  /** The member or element `key`, whose value is known. */
  child(key: string | number, value: unknown): Cursor {
    return new Cursor(this.source, append(this.pointer, key), value, this.report)
  }

  #warnExpected(type: ExpectedType, reading: string): void {
    const isEmpty = Array.isArray(this.value) && this.value.length === 0
    const found = isEmpty ? 'an empty array' : withArticle(jsonTypeOf(this.value))
    const wanted = withArticle(type)
    this.warn(`expected ${wanted}, found ${found}; ${reading}`, `write ${wanted}`)
  }

  #is(type: ExpectedType): boolean {
    const actual = jsonTypeOf(this.value)
    if (actual === type) return true
    const wanted = withArticle(type)
    this.wrong(`expected ${wanted}, found ${withArticle(actual)}`, `write ${wanted}`)
    return false
  }
}

export function withArticle(type: string): string {
  if (type === 'null' || type === 'undefined') return type
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
