import type { Model } from '../model/model.js'
import type { GeneratedFile } from './print.js'

/** `openapi.json`: the whole document as one JSON text, in document order, integers exact. */
export function emitDocument(model: Model): GeneratedFile {
  return { name: 'openapi.json', text: `${json(model.bundled)}\n` }
}

/** The platform's printer is faster, and knows no bigint. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return print(value, '')
  }
}

function print(value: unknown, indent: string): string {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const below = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((element) => print(element, below))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${print(each, below)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${items.map((item) => below + item).join(',\n')}\n${indent}${close}`
}
