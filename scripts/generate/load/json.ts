import { endOfString } from './json-text.js'
import { checkTree } from './tree.js'

/** The platform's parser is a hundred times faster; it would round integers above 2^53. */
export function isPlainJson(name: string, text: string): boolean {
  if (!name.endsWith('.json') || !/\S/.test(text)) return false
  const digits = /[:[,\s]-?\d{16}/
  // Digits inside strings are none of these; looking for strings takes longer.
  return !digits.test(text) || !digits.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
}

/**
 * A JSON text as a value, `undefined` where only the YAML parser says what it is.
 *
 * @throws when it is none.
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text)
  checkTree(value)
  // JSON.parse keeps the last of two members with one name; the YAML parser says where they stand.
  return keysIn(text) === keysOf(value) ? value : undefined
}

/** What may stand between two tokens; the end of the text is no character. */
const SPACE = new Set(' \t\n\r')

/** How many members a JSON text has: strings that a colon follows. */
function keysIn(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let after = endOfString(text, start) + 1
    while (SPACE.has(text.charAt(after))) after++
    if (text.charAt(after) === ':') count++
    start = text.indexOf('"', after)
  }
  return count
}

function keysOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const children = Object.values(value)
  const own = Array.isArray(value) ? 0 : children.length
  return children.reduce<number>((count, child) => count + keysOf(child), own)
}
