import type { PrintCache } from '../incremental/print-cache.js'
import type { Model } from '../model/model.js'
import type { Output } from '../print/imports.js'
import type { GeneratedFile } from '../print/print.js'

/** `openapi.json`: the whole document as one JSON text, in document order, integers exact. */
export function emitDocument(model: Model, _output: Output, texts: PrintCache): GeneratedFile {
  const name = 'openapi.json'
  if (!texts.isKept) return { name, text: `${json(model.bundled)}\n` }
  const pieces = [...inParts(model.bundled, texts), '\n']
  return {
    name,
    pieces,
    get text() {
      return pieces.join('')
    },
  }
}

/** Depth of the parts whose text is cached: path items and components. */
const PARTS = 3

/** The same text in pieces, so that the whole need not be made to see what is new in it. */
function inParts(value: unknown, texts: PrintCache, depth = 0): string[] {
  if (value === null || typeof value !== 'object') return [json(value)]
  const indent = '  '.repeat(depth)
  if (depth === PARTS || Array.isArray(value)) {
    return [texts.of(`json ${depth}`, value, () => json(value).replaceAll('\n', `\n${indent}`))]
  }
  const inside = (each: unknown) => inParts(each, texts, depth + 1)
  if (depth < 2) return members(value, indent, inside)
  return [texts.of(`json ${depth}`, value, () => members(value, indent, inside).join(''))]
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
  return members(value, indent, (each) => [print(each, below)]).join('')
}

function members(value: object, indent: string, inside: (each: unknown) => string[]): string[] {
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const pieces: string[] = []
  for (const [key, each] of Object.entries(value)) {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    pieces.push(`${pieces.length === 0 ? open : ','}\n${indent}  ${name}`)
    for (const piece of inside(each)) pieces.push(piece)
  }
  return pieces.length === 0 ? [`${open}${close}`] : [...pieces, `\n${indent}${close}`]
}
