import { readFileSync } from 'node:fs'
import { isObject } from '../../openapi/json.js'

/**
 * The object in a JSON file, which may have the comments and trailing commas that TypeScript allows;
 * `undefined` if there is no such file, or no object in it.
 */
export function readObject(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(toPlainJson(readFileSync(file, 'utf8')))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const STRING = '"(?:\\\\.|[^"\\\\])*"'
const COMMENT = new RegExp(`(${STRING})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g')
const TRAILING_COMMA = new RegExp(`(${STRING})|,(?=\\s*[}\\]])`, 'g')

/** Both patterns match strings too, so that nothing inside a string is removed. */
function toPlainJson(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(COMMENT, (_all, string = '') => string)
  return plain.replace(TRAILING_COMMA, (_all, string = '') => string)
}
