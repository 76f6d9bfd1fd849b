import { numberOf } from './numbers.js'
import { emptyObject, type Json, type JsonObject } from './value.js'

/** The deepest nesting that is read. */
const DEEPEST = 100

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: what RFC 8259 forbids
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/** What a reader may forgive. */
export interface Leniency {
  readonly duplicates?: 'first' | 'last'
  readonly loneSurrogates?: boolean
}

/** Reads JSON (RFC 8259) exactly; refuses duplicate members and lone surrogates (RFC 7493). */
export function parseJson(text: string, leniency: Leniency = {}): Json {
  const reader = new Reader(text, leniency)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  #at = 0
  readonly #text: string
  readonly #leniency: Leniency

  constructor(text: string, leniency: Leniency) {
    this.#text = text
    this.#leniency = leniency
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw new SyntaxError('nested too deeply')
    this.#match(SPACE)
    const value = this.#scalarOrNested(this.#text[this.#at], depth)
    this.#match(SPACE)
    return value
  }

  end(): void {
    if (this.#at < this.#text.length) this.#fail()
  }

  #scalarOrNested(first: string | undefined, depth: number): Json {
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#array(depth)
    if (first === '"') return this.#string()
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return numberOf(this.#match(NUMBER) || this.#fail())
  }

  #object(depth: number): JsonObject {
    const object = emptyObject()
    this.#at++
    this.#match(SPACE)
    if (this.#take('}')) return object
    do {
      this.#match(SPACE)
      const name = this.#string()
      this.#match(SPACE)
      if (!this.#take(':')) this.#fail()
      this.#member(object, name, this.value(depth + 1))
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail()
    return object
  }

  #member(object: JsonObject, name: string, value: Json): void {
    const isTwice = Object.hasOwn(object, name)
    if (isTwice && this.#leniency.duplicates === undefined) this.#fail()
    if (!isTwice || this.#leniency.duplicates === 'last') object[name] = value
  }

  #array(depth: number): Json[] {
    const array: Json[] = []
    this.#at++
    this.#match(SPACE)
    if (this.#take(']')) return array
    do array.push(this.value(depth + 1))
    while (this.#take(','))
    if (!this.#take(']')) this.#fail()
    return array
  }

  #string(): string {
    const value: string = JSON.parse(this.#match(STRING) || this.#fail())
    if (!this.#leniency.loneSurrogates && !value.isWellFormed()) this.#fail()
    return value
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #fail(): never {
    throw new SyntaxError(`no JSON at ${this.#at}`)
  }
}
