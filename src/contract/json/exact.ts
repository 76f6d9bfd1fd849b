import { MAX_DEPTH } from './limits.js'
import { JsonSyntaxError } from './syntax-error.js'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y

/**
 * Parses JSON text (RFC 8259) without losing anything: an integer that a number cannot hold becomes
 * a `bigint`, what else it cannot hold an {@link Inexact}. Refuses duplicate members and lone
 * surrogates.
 *
 * @throws {JsonSyntaxError}
 */
export function parseExact(text: string): unknown {
  const reader = new Reader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#space()
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonSyntaxError('the text is nested too deeply')
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#fault()
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#punctuation('{')
    if (this.#skip('}')) return object
    do {
      const key = this.#string()
      if (Object.hasOwn(object, key)) throw new JsonSyntaxError('an object has a member twice')
      this.#punctuation(':')
      setOwn(object, key, this.value(depth + 1))
    } while (this.#skip(','))
    this.#punctuation('}')
    return object
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = []
    this.#punctuation('[')
    if (this.#skip(']')) return array
    do array.push(this.value(depth + 1))
    while (this.#skip(','))
    this.#punctuation(']')
    return array
  }

  /** Finds where a string ends; the platform decodes it and judges its escapes. */
  #string(): string {
    if (this.#text[this.#at] !== '"') throw this.#fault()
    let end = this.#at + 1
    while (this.#text[end] !== '"') {
      if (end >= this.#text.length) throw this.#fault()
      end += this.#text[end] === '\\' ? 2 : 1
    }
    const token = this.#text.slice(this.#at, end + 1)
    this.#at = end + 1
    this.#space()
    const string = this.#decode(token)
    if (!string.isWellFormed()) throw new JsonSyntaxError('a string has a lone surrogate')
    return string
  }

  #decode(token: string): string {
    try {
      return JSON.parse(token)
    } catch {
      throw this.#fault()
    }
  }

  #number(): number | bigint | Inexact {
    NUMBER.lastIndex = this.#at
    const token = NUMBER.exec(this.#text)?.[0]
    if (token === undefined) throw this.#fault()
    this.#at += token.length
    this.#space()
    return exactNumber(token)
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#fault()
    this.#at += word.length
    this.#space()
    return value
  }

  #punctuation(character: string): void {
    if (!this.#skip(character)) throw this.#fault()
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    this.#space()
    return true
  }

  #space(): void {
    SPACE.lastIndex = this.#at
    SPACE.exec(this.#text)
    this.#at = SPACE.lastIndex
  }

  #fault(): JsonSyntaxError {
    return new JsonSyntaxError('the text is not valid JSON')
  }
}

/**
 * A number that no `number` stands for: out of range, or a fraction so close to an integer that the
 * nearest `number` is that integer. It is no integer, and says so until its place is known.
 */
export class Inexact {
  /** The nearest `number`, possibly infinite. */
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** The value of a JSON number: `bigint` for an integer beyond the safe ones, else `number`. */
export function exactNumber(token: string): number | bigint | Inexact {
  const number = Number(token)
  if (!Number.isFinite(number)) return new Inexact(number)
  const integer = exactInteger(token)
  if (integer === undefined) return Number.isInteger(number) ? new Inexact(number) : number
  return Number.isSafeInteger(number) ? number : integer
}

/** The integer that a token stands for, `undefined` when it has a fraction. */
function exactInteger(token: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0n
  const significant = digits.replace(/0+$/, '')
  // The number is finite, so at most 309 digits stand before the point.
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return undefined
  return BigInt(`${sign}${significant}${'0'.repeat(zeros)}`)
}

/** Sets an own member whatever its name is; assignment to `__proto__` would set the prototype. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}
