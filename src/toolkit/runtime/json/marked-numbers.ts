import { setOwn } from '../../openapi/json.js'
import type { Int64Places } from '../conversions/int64-places.js'
import { JsonSyntaxError, MAX_DEPTH } from './exact.js'
import { parseNumber } from './exact-number.js'

/** The character before a number that is marked: DEL, which nearly no text has. */
export const MARK = 0x7f

const QUOTE = 0x22

/** The text with strings in place of numbers: `JSON.parse` keeps their digits. */
export function markNumbers(bytes: Buffer, numbers: readonly number[]): string {
  const marked = Buffer.allocUnsafe(bytes.length + (numbers.length / 2) * 3)
  let from = 0
  let to = 0
  for (let index = 0; index < numbers.length; index += 2) {
    const [start, end] = [numbers[index] as number, numbers[index + 1] as number]
    to += bytes.copy(marked, to, from, start)
    marked[to++] = QUOTE
    marked[to++] = MARK
    to += bytes.copy(marked, to, start, end)
    marked[to++] = QUOTE
    from = end
  }
  bytes.copy(marked, to, from)
  return marked.toString('utf8')
}

/** Makes marked strings numbers again: exact ones where int64s are, elsewhere the nearest. */
export class MarkedNumbers {
  /** Number of strings so far, the names of members and marked numbers included. */
  strings = 0

  restore(value: unknown, places: Int64Places, depth = 0): unknown {
    if (typeof value === 'string') {
      this.strings++
      return value.charCodeAt(0) === MARK ? numberOf(value.slice(1), places) : value
    }
    if (value === null || typeof value !== 'object') return value
    if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        value[index] = this.restore(value[index], places.atIndex(index), depth + 1)
      }
      return value
    }
    for (const name in value) {
      // A number is no name.
      if (name.charCodeAt(0) === MARK) throw new JsonSyntaxError('syntax')
      this.strings++
      const member = (value as Record<string, unknown>)[name]
      const restored = this.restore(member, places.atName(name), depth + 1)
      if (restored !== member) setOwn(value as Record<string, unknown>, name, restored)
    }
    return value
  }
}

const INTEGER = /^-?[1-9]\d*$/

/** @throws {JsonSyntaxError} */
function numberOf(token: string, { isInt64 }: Int64Places): unknown {
  if (INTEGER.test(token)) {
    const number = Number(token)
    return isInt64 && !Number.isSafeInteger(number) && Number.isFinite(number)
      ? BigInt(token)
      : number
  }
  const exact = parseNumber(token)
  if (exact === undefined) throw new JsonSyntaxError('syntax')
  if (isInt64) return exact
  return typeof exact === 'function' ? exact() : Number(exact)
}
