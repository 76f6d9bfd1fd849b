import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './excerpt.js'

/**
 * A schema whose `enum` and `type` agree. YAML reads `[1, true]` under `type: string` as no strings,
 * and some write the values of an array's items beside them; what no reading saves is told.
 */
export function reconcileEnum(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { type, enum: values } = schema
  if (type === undefined || !Array.isArray(values)) return schema
  const types = [type].flat().map((each) => (each === 'integer' ? 'number' : each))
  const isWrong = (value: unknown) => value !== null && !types.includes(typeOf(value))
  const wrong = values.filter(isWrong)
  if (wrong.length === 0) return schema
  const rest = wrong.every((value) => typeof value !== 'object')
    ? movedEnum(schema, types)
    : undefined
  const read = rest ?? { ...schema, enum: values.map((value) => converted(value, types)) }
  const left = rest === undefined ? (read.enum as unknown[]).filter(isWrong) : []
  const what = `\`enum\` lists what is no ${types.join(' or ')} (${excerpt(left[0] ?? wrong[0])})`
  if (left.length > 0) {
    cursor.report.warn(cursor, `${what}, which no value can be`, 'correct the type or the value')
  } else {
    const reading = rest === undefined ? 'taken for one' : 'taken for all that is allowed'
    cursor.report.warn(cursor, `${what}; ${reading}`, 'correct the type or the value')
  }
  return read
}

/** Where values stand beside an array that are its items', or beside an object that is none. */
function movedEnum(schema: SchemaObject, types: readonly string[]): SchemaObject | undefined {
  const { type: _, enum: values, ...rest } = schema
  const [only] = types
  if (types.length !== 1 || schema.enum?.some((value) => typeof value === 'object'))
    return undefined
  if (only === 'object' && schema.properties === undefined)
    return { ...rest, enum: values as unknown[] }
  const items = schema.items as Schema | undefined
  if (only !== 'array' || typeof items === 'boolean' || items?.enum !== undefined) return undefined
  if (items?.$ref !== undefined || Array.isArray(items)) return undefined
  return { ...rest, type: 'array', items: { ...items, enum: values as unknown[] } }
}

/** A value as one of the types, where its text can only be that. */
function converted(value: unknown, types: readonly string[]): unknown {
  if (value === null || typeof value === 'object' || types.includes(typeOf(value))) return value
  if (types.includes('string')) return String(value)
  const text = String(value)
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return /^true$/i.test(text)
  const isNumber =
    types.includes('number') && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) : value
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : typeof value
}
