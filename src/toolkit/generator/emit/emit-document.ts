import type { Model } from '../model/model.js'
import type { GeneratedFile } from '../print/print.js'

/** `openapi.json`: the whole document as one JSON text, in document order, integers exact. */
export function emitDocument({ bundled }: Model): GeneratedFile {
  return { name: 'openapi.json', text: `${json(bundled)}\n` }
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
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const below = `${indent}  `
  const members = Object.entries(value).map(([key, each]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `\n${below}${name}${print(each, below)}`
  })
  return members.length === 0 ? `${open}${close}` : `${open}${members.join(',')}\n${indent}${close}`
}
