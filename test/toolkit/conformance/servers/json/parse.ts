import { numberOf } from './numbers.js'
import { emptyObject, type Json, type JsonObject } from './value.js'

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: what RFC 8259 forbids
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

interface Limits {
  /** The deepest nesting that is read. */
  readonly deepest: number
}

/**
 * Reads JSON (RFC 8259) exactly; refuses duplicate members and lone surrogates (RFC 7493). It shares nothing with the
 * toolkit's reader.
 */
export function parseJson(text: string, { deepest }: Limits = { deepest: 100 }): Json {
  const reader = new Reader(text, deepest)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  #at = 0
  readonly #text: string
  readonly #deepest: number

  constructor(text: string, deepest: number) {
    this.#text = text
    this.#deepest = deepest
  }

  value(depth: number): Json {
    this.#match(SPACE)
    const value = this.#scalarOrNested(this.#text[this.#at], depth)
    this.#match(SPACE)
    return value
  }

  end(): void {
    if (this.#at < this.#text.length) this.#fail()
  }

  #scalarOrNested(first: string | undefined, depth: number): Json {
    if (first === '{') return this.#object(depth + 1)
    if (first === '[') return this.#array(depth + 1)
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
    this.#enter(depth)
    this.#match(SPACE)
    if (this.#take('}')) return object
    do {
      this.#match(SPACE)
      const name = this.#string()
      this.#match(SPACE)
      if (!this.#take(':')) this.#fail()
      const value = this.value(depth)
      if (Object.hasOwn(object, name)) this.#fail()
      object[name] = value
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail()
    return object
  }

  #array(depth: number): Json[] {
    const array: Json[] = []
    this.#enter(depth)
    this.#match(SPACE)
    if (this.#take(']')) return array
    do array.push(this.value(depth))
    while (this.#take(','))
    if (!this.#take(']')) this.#fail()
    return array
  }

  #enter(depth: number): void {
    if (depth > this.#deepest) throw new SyntaxError('nested too deeply')
    this.#at++
  }

  #string(): string {
    const value: string = JSON.parse(this.#match(STRING) || this.#fail())
    if (!value.isWellFormed()) this.#fail()
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
