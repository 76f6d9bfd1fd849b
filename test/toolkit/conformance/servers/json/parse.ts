import { numberOf } from './numbers.js'
import { emptyObject, type Json, type JsonObject } from './value.js'

/** Strings, numbers and brackets; the other tokens are left to `JSON.parse`. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|[[\]{}]/g

/** Begins a text that stands for a number with its digits; no text of JSON has it without an escape. */
const MARK = '\u0000'

/**
 * Reads JSON (RFC 8259) with the digits of its numbers; refuses duplicate members and lone surrogates (RFC 7493), and
 * what is nested deeper than `deepest`. It shares nothing with the toolkit's reader.
 */
export function parseJson(text: string, { deepest } = { deepest: 100 }): Json {
  JSON.parse(text)
  let [depth, names] = [0, 0]
  const marked = text.replace(TOKEN, (token, colon) => {
    if (/^[[{]/.test(token) && ++depth > deepest) throw new SyntaxError('nested too deeply')
    if (/^[\]}]/.test(token)) depth--
    if (colon !== undefined) names++
    if (/^[-\d]/.test(token)) return `"\\u0000${token}"`
    return token.replace(/\\(u0000|.)/g, (each, what) => each.repeat(what === 'u0000' ? 2 : 1))
  })
  const value = exact(JSON.parse(marked), () => names--)
  if (names > 0) throw new SyntaxError('a member twice')
  return value
}

/** The value with numbers in the place of texts that stand for them; each name is counted. */
function exact(value: unknown, count: () => void): Json {
  const isMarked = /^\0(?!\0)/
  if (typeof value === 'string')
    return isMarked.test(value) ? numberOf(value.slice(1)) : plain(value)
  if (Array.isArray(value)) return value.map((each) => exact(each, count))
  if (typeof value !== 'object' || value === null) return value as null | boolean
  const object: JsonObject = emptyObject()
  for (const [name, each] of Object.entries(value)) {
    count()
    object[plain(name)] = exact(each, count)
  }
  return object
}

function plain(text: string): string {
  if (!text.isWellFormed()) throw new SyntaxError('a lone surrogate')
  return text.replaceAll(MARK + MARK, MARK)
}
