import { isPrototype, setOwn } from '../../openapi/json.js'
import type { InexactNumber } from '../../validation/numeric.js'
import { exactNumber } from './exact-number.js'

/** Most objects and arrays inside each other, the outermost included (RFC 8259, section 9). */
export const MAX_DEPTH = 256

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y

/**
 * Parses JSON text (RFC 8259) without loss: an integer that a number cannot hold becomes a
 * `bigint`, any other such number an {@link InexactNumber}. Refuses duplicate members and lone
 * surrogates.
 *
 * @param refusesPrototypes - True if members that change prototypes are refused.
 * @throws {JsonSyntaxError}
 */
export function parseExact(text: string, refusesPrototypes = false): unknown {
  const reader = new JsonReader(text, refusesPrototypes)
  const value = reader.value(0)
  reader.end()
  return value
}

class JsonReader {
  readonly #text: string
  readonly #refusesPrototypes: boolean
  #at = 0

  constructor(text: string, refusesPrototypes: boolean) {
    this.#text = text
    this.#refusesPrototypes = refusesPrototypes
    this.#space()
  }

  value(depth: number): unknown {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(deeper(depth))
      case '[':
        return this.#array(deeper(depth))
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
    if (this.#at < this.#text.length) throw this.#refusal()
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#punctuation('{')
    if (this.#skip('}')) return object
    do {
      const key = this.#string()
      if (Object.hasOwn(object, key)) throw new JsonSyntaxError('duplicate')
      this.#punctuation(':')
      const value = this.value(depth)
      if (this.#refusesPrototypes && isPrototype(key, value)) throw new JsonSyntaxError('prototype')
      setOwn(object, key, value)
    } while (this.#skip(','))
    this.#punctuation('}')
    return object
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = []
    this.#punctuation('[')
    if (this.#skip(']')) return array
    do array.push(this.value(depth))
    while (this.#skip(','))
    this.#punctuation(']')
    return array
  }

  /** Finds the end of a string; `JSON.parse` decodes it. */
  #string(): string {
    if (this.#text[this.#at] !== '"') throw this.#refusal()
    let end = this.#at + 1
    while (this.#text[end] !== '"') {
      if (end >= this.#text.length) throw this.#refusal(end)
      end += this.#text[end] === '\\' ? 2 : 1
    }
    const string = this.#token(end + 1)
    this.#at = end + 1
    this.#space()
    requireWellFormed(string)
    return string
  }

  #number(): number | bigint | InexactNumber {
    NUMBER.lastIndex = this.#at
    const token = NUMBER.exec(this.#text)?.[0]
    if (token === undefined) throw this.#refusal()
    this.#at += token.length
    this.#space()
    return exactNumber(token)
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#refusal()
    this.#at += word.length
    this.#space()
    return value
  }

  #punctuation(character: string): void {
    if (!this.#skip(character)) throw this.#refusal()
  }

  /** Decodes the string that ends there. */
  #token(end: number): string {
    try {
      return JSON.parse(this.#text.slice(this.#at, end))
    } catch {
      throw this.#refusal()
    }
  }

  #refusal(at = this.#at): JsonSyntaxError {
    return new JsonSyntaxError('syntax', placeIn(this.#text, at))
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
}

/** @throws {JsonSyntaxError} for a text with a lone surrogate. */
export function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new JsonSyntaxError('surrogate')
}

/** Where a text stops being JSON: lines and columns begin at 1. */
function placeIn(text: string, at: number): string {
  if (at >= text.length) return ': it ends too early'
  const before = text.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  return ` at line ${before.split('\n').length}, column ${at - start + 1}`
}

function deeper(depth: number): number {
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
  return depth + 1
}

const REASONS = {
  depth: 'the text is nested too deeply',
  duplicate: 'an object has a member twice',
  encoding: 'the text is not valid UTF-8',
  prototype: 'an object has a member `__proto__` or `constructor.prototype`',
  surrogate: 'a string has a lone surrogate',
  syntax: 'the text is not valid JSON',
} as const

/** A text that is not acceptable JSON. The message never contains the text. */
export class JsonSyntaxError extends Error {
  /** @param place - Follows the reason. */
  constructor(reason: keyof typeof REASONS, place = '') {
    super(`${REASONS[reason]}${place}`)
    this.name = 'JsonSyntaxError'
  }
}
