import { createRequire } from 'node:module'
import type * as JsonPath from 'jsonpath-rfc9535'
import { isObject } from '../../openapi/json.js'
import { segments } from '../../openapi/json-pointer.js'

/** For 41 modules, which few runs need. */
const require = createRequire(import.meta.url)

type Keys = readonly (string | number)[]

/** The places that a JSONPath (RFC 9535) selects. @throws {Error} for a text that is none. */
export function selectedIn(document: object, jsonPath: string): Keys[] {
  const { exec } = require('jsonpath-rfc9535') as typeof JsonPath
  const found: Keys[] = []
  exec(comparable(document) as never, jsonPath, (_value, keys) => void found.push([...keys]))
  return found
}

/** Where the parser stops, and what would follow there. */
export function reasonOf(error: unknown, jsonPath: string): string {
  const { location, message } = error as Error & { location?: { start: { offset: number } } }
  const rest = location && jsonPath.slice(location.start.offset)
  return rest === undefined ? message : `it ends before ${JSON.stringify(rest)}`
}

/** What is meant by a JSON pointer, or by a JSONPath without its root. */
export function meantJsonPath(text: string): string | undefined {
  const names = /^#?\//.test(text) ? segments(text.replace(/^#?/, '#')) : undefined
  const inJsonPath = (name: string) =>
    /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, '\\$&')}']`
  if (names !== undefined) return `$${names.map(inJsonPath).join('')}`
  return /^[a-z]\w*([.[]|$)/i.test(text) ? `$.${text}` : undefined
}

/** The same value with numbers for exact integers, which JSONPath does not know. */
function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each)]))
}
