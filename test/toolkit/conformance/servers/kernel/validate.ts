import { isObject, type Json } from '../json/value.js'
import type { Formats } from './formats.js'
import type { Keyword, Keywords } from './keywords.js'

// biome-ignore lint/suspicious/noExplicitAny: schemas are data whose form the document's author keeps
export type Schema = any

/** By what values are judged. */
export interface Dialect {
  readonly keywords: Keywords
  readonly formats: Formats
  readonly resolve: (ref: string) => Schema
}

/** Pointer and keyword of the first violation. */
export interface Violation {
  readonly pointer: string
  readonly keyword: string
}

/** The first violation of a schema, if there is one. */
export function violationOf(
  value: Json,
  schema: Schema,
  dialect: Dialect,
  pointer = '',
): Violation | undefined {
  if (schema.$ref !== undefined) {
    return violationOf(value, dialect.resolve(schema.$ref), dialect, pointer)
  }
  for (const [keyword, argument] of Object.entries(schema)) {
    const check = dialect.keywords[keyword] as Keyword | undefined
    if (check && !check(value, argument as never)) return { pointer, keyword }
  }
  const format = dialect.formats[schema.format]
  if (format && isOfFormat(value, schema) && !format(String(value), value)) {
    return { pointer, keyword: 'format' }
  }
  const isOneOf = (each: Schema) => violationOf(value, each, dialect) === undefined
  if (schema.oneOf && schema.oneOf.filter(isOneOf).length !== 1)
    return { pointer, keyword: 'oneOf' }
  for (const [part, below, at] of partsOf(value, schema, pointer)) {
    if (below === false) return { pointer: at, keyword: 'additionalProperties' }
    const found = isObject(below) ? violationOf(part, below, dialect, at) : undefined
    if (found) return found
  }
  return undefined
}

/** Formats of numbers say nothing of strings, and the other way round. */
function isOfFormat(value: Json, { format }: Schema): boolean {
  return /^int/.test(format) ? typeof value !== 'string' : typeof value === 'string'
}

/** The value itself, its items, and its members and their names, each with a schema that it has to satisfy. */
function* partsOf(value: Json, schema: Schema, pointer: string): Generator<[Json, Schema, string]> {
  const { allOf = [], items, properties = {}, propertyNames, additionalProperties } = schema
  for (const below of allOf) yield [value, below, pointer]
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield [item, items, `${pointer}/${at}`]
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${name}`
    yield [name, propertyNames, at]
    yield [member, Object.hasOwn(properties, name) ? properties[name] : additionalProperties, at]
  }
}
