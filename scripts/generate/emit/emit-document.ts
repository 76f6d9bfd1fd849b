import type { Model } from '../model/model.js'
import type { GeneratedFile } from './print/print.js'
import type { Texts } from './print/texts.js'

/** `openapi.json`: the whole document as one JSON text, in document order, integers exact. */
export function emitDocument(model: Model, _runtime: string, texts: Texts): GeneratedFile {
  const text = texts.isKept ? inParts(model.bundled, texts) : json(model.bundled)
  return { name: 'openapi.json', text: `${text}\n` }
}

/** How deep the parts are whose texts are kept: path items and components. */
const PARTS = 3

/** The same text, made of the texts of its parts. */
function inParts(value: unknown, texts: Texts, depth = 0): string {
  if (value === null || typeof value !== 'object') return json(value)
  const indent = '  '.repeat(depth)
  const isPart = depth === PARTS || Array.isArray(value)
  const make = () =>
    isPart
      ? json(value).replaceAll('\n', `\n${indent}`)
      : members(value, indent, (each) => inParts(each, texts, depth + 1))
  return depth < 2 ? make() : texts.of(`json ${depth}`, value, make)
}

/** Few are joined; many are added up, which the platform copies once, when the whole is written. */
function added(items: readonly string[]): string {
  if (items.length < 100) return items.join(',\n')
  return items.reduce((text, item) => `${text},\n${item}`)
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
  return members(value, indent, (each) => print(each, below))
}

function members(value: object, indent: string, text: (each: unknown) => string): string {
  const below = `${indent}  `
  const items = Array.isArray(value)
    ? value.map(text)
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${text(each)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${added(items.map((item) => below + item))}\n${indent}${close}`
}
