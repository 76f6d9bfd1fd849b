import { endOfString } from './json-text.js'
import { checkValue } from './value-limits.js'

/** Whether a text is for the platform's parser, which is a hundred times faster than that of YAML. */
export function isJsonFile(name: string, text: string): boolean {
  return name.endsWith('.json') && /\S/.test(text)
}

/**
 * A JSON text as a value, `undefined` where only the YAML parser says what it is.
 *
 * @throws when it is none.
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text)
  checkValue(value)
  const { members, isRounded } = countMembers(value)
  if (isRounded && hasLongInteger(text)) return undefined
  // JSON.parse keeps the last of two members with one name; the YAML parser says where they stand.
  return countKeys(text) === members ? value : undefined
}

/** Whether an integer is there that a number may not hold; `1e308` is none that anybody rounds. */
function hasLongInteger(text: string): boolean {
  return /[:[,\s]-?\d{16}/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
}

/** What may stand between two tokens; the end of the text is no character. */
const SPACE = new Set(' \t\n\r')

/** How many members a JSON text has: strings that a colon follows. */
function countKeys(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let after = endOfString(text, start) + 1
    while (SPACE.has(text.charAt(after))) after++
    if (text.charAt(after) === ':') count++
    start = text.indexOf('"', after)
  }
  return count
}

/** How many members a value has, however deep, and whether a number is beyond 2^53. */
function countMembers(value: unknown): { members: number; isRounded: boolean } {
  let [members, isRounded] = [0, false]
  const visit = (value: unknown): void => {
    if (typeof value === 'number') isRounded ||= Math.abs(value) > Number.MAX_SAFE_INTEGER
    if (value === null || typeof value !== 'object') return
    const children = Object.values(value)
    if (!Array.isArray(value)) members += children.length
    for (const child of children) visit(child)
  }
  visit(value)
  return { members, isRounded }
}
