import { jsonTypeOf } from '../../../openapi/json.js'
import { EXAMPLES, isInt64Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { reportDisagreements } from './disagreements.js'
import { withFormatType } from './format-types.js'
import { reportUntyped } from './formats.js'
import { excerpt } from './malformed-schemas.js'
import { withRequiredMembers } from './misplaced-keywords.js'
import { reportPatterns } from './patterns.js'

/** Makes the keywords of a schema agree, by the only reading that makes sense. */
export function reconcileKeywords(
  cursor: Cursor,
  read: SchemaObject,
  types: SchemaObject['type'] | undefined,
  isJsonSchema: boolean,
): SchemaObject {
  const schema = withFormatType(read, types)
  reportPatterns(cursor, schema)
  reportDisagreements(cursor, schema)
  const required = withRequiredMembers(cursor, schema, isJsonSchema)
  const numbers = roundBigints(cursor, withExamples(cursor, required))
  const whole = closed(cursor, reconcileEnum(cursor, numbers))
  reportUntyped(cursor, whole)
  return whole
}

function withExamples(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { example, examples } = Object(cursor.value)
  if (examples !== undefined && !Array.isArray(examples)) {
    const message = '`examples` of a schema is a list; this one is left out'
    cursor.get('examples')?.warn(message, 'write a list of values', { once: true })
  }
  const all = [
    ...(example === undefined ? [] : [example]),
    ...(Array.isArray(examples) ? examples : []),
  ]
  return all.length === 0 ? schema : { ...schema, [EXAMPLES]: all }
}

/**
 * `additionalProperties` does not know the members in `allOf` (JSON Schema Core 2020-12, section
 * 10.3.2.3): if `allOf` names all of them, `false` would allow none.
 */
function closed(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { additionalProperties, properties = {}, patternProperties, allOf, ...rest } = schema
  const isEmpty = Object.keys(properties).length === 0 && patternProperties === undefined
  if (additionalProperties !== false || !isEmpty || allOf === undefined) return schema
  const message =
    '`additionalProperties: false` beside `allOf` would forbid all members; taken for `unevaluatedProperties`'
  cursor.warn(message, 'write `unevaluatedProperties`, or leave it out')
  return { ...rest, allOf, unevaluatedProperties: false }
}

/**
 * A schema whose `enum` and `type` agree. YAML reads `[1, true]` under `type: string` as no strings,
 * and some documents list the values of an array's items beside the array.
 */
function reconcileEnum(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { type, enum: values } = schema
  if (type === undefined || !Array.isArray(values)) return schema
  const types = [type].flat().map((each) => (each === 'integer' ? 'number' : each))
  const isWrong = (value: unknown) => value !== null && !types.includes(jsonTypeOf(value))
  const wrong = values.filter(isWrong)
  if (wrong.length === 0) return schema
  const report = (reading: string, advice: string) => {
    const message = `\`enum\` lists what is no ${types.join(' or ')} (${excerpt(wrong[0])})${reading}`
    cursor.warn(message, advice)
  }
  const moved = wrong.every((value) => typeof value !== 'object') && movedEnum(schema, types)
  if (moved) {
    const advice = types.includes('array') ? 'write `enum` into `items`' : 'correct the type'
    report('; taken for all that is allowed', advice)
    return moved
  }
  const converted = values.map((value) => convert(value, types))
  // What is left is reported as a value that its schema refuses.
  if (wrong.every((value) => convert(value, types) === value)) return schema
  const quoted = types.includes('string')
    ? 'put it in quotes, as it is written'
    : 'write it without quotes'
  report('; taken for one', quoted)
  return { ...schema, enum: converted }
}

/** `enum` of an array as that of its items, and of an object without properties as all its values. */
function movedEnum(schema: SchemaObject, types: readonly string[]): SchemaObject | undefined {
  const { type, enum: values = [], ...rest } = schema
  if (types.length !== 1 || values.some((value) => typeof value === 'object')) return undefined
  if (types[0] === 'object' && schema.properties === undefined) return { ...rest, enum: values }
  const items = schema.items
  if (types[0] !== 'array' || typeof items === 'boolean' || Array.isArray(items)) return undefined
  if (items?.$ref !== undefined || items?.enum !== undefined) return undefined
  return { ...rest, type: 'array', items: { ...items, enum: values } }
}

function convert(value: unknown, types: readonly string[]): unknown {
  if (value === null || typeof value === 'object' || types.includes(jsonTypeOf(value))) return value
  if (types.includes('string')) return String(value)
  const text = String(value)
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return /^true$/i.test(text)
  const isNumber =
    types.includes('number') && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) : value
}

/** A schema without `format: int64` with all its values as numbers; inexact ones are not supported. */
function roundBigints(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { enum: values, const: value } = schema
  const isBigint = (each: unknown) => typeof each === 'bigint'
  const all = [...(Array.isArray(values) ? values : []), value]
  if (isInt64Schema(schema) || !all.some(isBigint)) return schema
  if (all.some((each) => isBigint(each) && BigInt(Number(each)) !== each)) {
    const what = 'value beyond 2^53 that is no int64'
    cursor.unsupported(what, 'add `type: integer` and `format: int64`')
  }
  const number = (each: unknown) => (isBigint(each) ? Number(each) : each)
  return {
    ...schema,
    ...(Array.isArray(values) && { enum: values.map(number) }),
    ...('const' in schema && { const: number(value) }),
  }
}
