import { readFileSync } from 'node:fs'
import { isObject } from '../../openapi/json.js'

/**
 * A JSON file as an object, with the comments and commas that TypeScript allows; `undefined` where there
 * is none, or it is something else.
 */
export function readObject(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(withoutExtras(readFileSync(file, 'utf8')))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const STRING = '"(?:\\\\.|[^"\\\\])*"'
const COMMENT = new RegExp(`(${STRING})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g')
const LAST_COMMA = new RegExp(`(${STRING})|,(?=\\s*[}\\]])`, 'g')

/** Texts stay as they are, whatever they look like. */
function withoutExtras(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(COMMENT, (_all, kept = '') => kept)
  return plain.replace(LAST_COMMA, (_all, kept = '') => kept)
}
