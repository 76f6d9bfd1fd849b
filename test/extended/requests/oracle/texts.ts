import type { Dialect, Node } from '../../../toolkit/conformance/servers/schemas/dialect.js'
import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'
import { type Parameter, resolved } from './document.js'
import { asDouble, asInteger, type Json, numberOf } from './json.js'

/** The text cannot be what it has to be. */
export class Unreadable extends Error {}

/** A way to decode a text; throws {@link Unreadable} if it cannot. */
export type Decode = (text: string) => string

export const percent: Decode = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Unreadable('encoding')
  }
}

/** True if the texts that were sent for a parameter conform to its schema. */
export function isFine(
  parameter: Parameter,
  texts: readonly string[],
  decode: Decode,
  dialect: Dialect,
): boolean {
  try {
    return dialect.accepts(parameter.schema, valueIn(parameter, texts, decode, dialect))
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

/** The value that the texts of a parameter represent. @throws {Unreadable} */
export function valueIn(
  { schema: given, between, node }: Parameter,
  texts: readonly string[],
  decode: Decode,
  { follow }: Dialect,
): Json {
  const schema = plainSchema(given, follow)
  const isEmpty = texts.length === 1 && texts[0] === ''
  if (isEmpty && node.allowEmptyValue === true) throw new Undecided('allowEmptyValue')
  if (node.allowReserved === true) throw new Undecided('allowReserved')
  if (schema.type !== 'array') {
    if (texts.length > 1) throw new Unreadable('given twice')
    return scalar(decode(texts[0] as string), schema)
  }
  const items = plainSchema(schema.items ?? {}, follow)
  if (items.type === 'array') throw new Undecided('lists of lists')
  if (between !== undefined && texts.length > 1) throw new Undecided('a list that is given twice')
  const parts = between === undefined ? texts : (texts[0] as string).split(between)
  const isText = items.type === undefined || items.type === 'string'
  if (!isText && parts.some((part) => /%2c/i.test(part))) throw new Undecided('encoded commas')
  return parts.map((part) => scalar(decode(part), items))
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'nullable', 'x-nullable', 'const']

/** A schema that says in one word what a text stands for. */
function plainSchema(given: unknown, follow: Dialect['follow']): Node {
  if (given === undefined || typeof given !== 'object' || given === null)
    throw new Undecided('the style')
  const schema = resolved(given, follow)
  if (COMBINED.some((keyword) => keyword in schema)) throw new Undecided('combined schemas')
  if (typeof (schema.type ?? '') !== 'string') throw new Undecided('several types')
  if (schema.type === 'object' || schema.type === 'file') throw new Undecided('objects')
  if (schema.type === undefined && Object.keys(schema).some((key) => key in TYPED))
    throw new Undecided('no type')
  return schema
}

/** Keywords by which a type is guessed. */
const TYPED = { enum: 1, properties: 1, items: 1, prefixItems: 1, $ref: 1, $dynamicRef: 1 }

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function scalar(text: string, { type }: Node): Json {
  if (type === undefined || type === 'string') return text
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  if (type === 'integer' || type === 'number') {
    if (NUMBER.test(text)) return exact(numberOf(text), type)
    throw new Unreadable('no number')
  }
  if (type === 'boolean') throw new Unreadable('no boolean')
  throw new Undecided(`type ${type}`)
}

/** A text is an integer only if it says so: 1.0000000000000000001 is none, whatever it rounds to. */
function exact(number: ReturnType<typeof numberOf>, type: string): Json {
  const isRounded = Number.isInteger(asDouble(number)) && asInteger(number) === undefined
  if (type === 'integer' && isRounded) throw new Unreadable('no integer')
  return number
}
