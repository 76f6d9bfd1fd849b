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
  return nested(value, schema, dialect, pointer)
}

/** Formats of numbers say nothing of strings, and the other way round. */
function isOfFormat(value: Json, { format }: Schema): boolean {
  return /^int/.test(format) ? typeof value !== 'string' : typeof value === 'string'
}

function nested(value: Json, schema: Schema, dialect: Dialect, pointer: string) {
  const visit = (child: Json, below: Schema, name?: string | number) =>
    violationOf(child, below, dialect, name === undefined ? pointer : `${pointer}/${name}`)
  for (const below of schema.allOf ?? []) {
    const found = visit(value, below)
    if (found) return found
  }
  if (schema.oneOf && branches(value, schema, visit) !== 1) return { pointer, keyword: 'oneOf' }
  if (Array.isArray(value) && schema.items) {
    for (const [at, item] of value.entries()) {
      const found = visit(item, schema.items, at)
      if (found) return found
    }
  }
  return isObject(value) ? members(value, schema, dialect, pointer) : undefined
}

function branches(value: Json, schema: Schema, visit: (v: Json, s: Schema) => unknown): number {
  return schema.oneOf.filter((branch: Schema) => visit(value, branch) === undefined).length
}

function members(
  object: Record<string, Json>,
  schema: Schema,
  dialect: Dialect,
  pointer: string,
): Violation | undefined {
  for (const [name, value] of Object.entries(object)) {
    const at = `${pointer}/${name}`
    if (schema.propertyNames && violationOf(name, schema.propertyNames, dialect)) {
      return { pointer: at, keyword: 'propertyNames' }
    }
    const isNamed = Object.hasOwn(schema.properties ?? {}, name)
    const below = isNamed ? schema.properties[name] : schema.additionalProperties
    if (below === false) return { pointer: at, keyword: 'additionalProperties' }
    const found = isObject(below) ? violationOf(value, below, dialect, at) : undefined
    if (found) return found
  }
  return undefined
}
