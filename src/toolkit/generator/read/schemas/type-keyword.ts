import { JSON_TYPES } from '../../../openapi/json-types.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './excerpt.js'
import { TYPE } from './keyword-types.js'

/** Other names of types in documents, in lower case. */
const NAMES: Readonly<Record<string, SchemaObject>> = {
  any: {},
  bigdecimal: { type: 'number' },
  binary: { type: 'string', format: 'binary' },
  bool: { type: 'boolean' },
  byte: { type: 'string', format: 'byte' },
  char: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  datetime: { type: 'string', format: 'date-time' },
  decimal: { type: 'number' },
  dict: { type: 'object' },
  double: { type: 'number', format: 'double' },
  email: { type: 'string', format: 'email' },
  enum: {},
  file: { type: 'string', format: 'binary' },
  float: { type: 'number', format: 'float' },
  guid: { type: 'string', format: 'uuid' },
  hash: { type: 'object' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  json: {},
  list: { type: 'array' },
  long: { type: 'integer', format: 'int64' },
  map: { type: 'object' },
  mixed: {},
  none: {},
  numeric: { type: 'number' },
  password: { type: 'string' },
  short: { type: 'integer' },
  str: { type: 'string' },
  text: { type: 'string' },
  time: { type: 'string', format: 'time' },
  undefined: {},
  unknown: {},
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
}
const TYPES: readonly string[] = JSON_TYPES

/**
 * The `type` of a schema, and the format that another name of a type implies.
 *
 * @param extra - Types of the dialect beyond JSON Schema's.
 */
export function readType(
  cursor: Cursor,
  { value: schema }: Cursor,
  extra: ReadonlySet<string>,
): Pick<SchemaObject, 'type' | 'format'> {
  const { value } = cursor
  const isEmptyList = Array.isArray(value) && value.length === 0
  const isExtra = typeof value === 'string' && extra.has(value)
  if (isExtra || (TYPE.test(value) && !isEmptyList)) return { type: value as string | string[] }
  const found = typeFromValue(value)
  const message = `\`type\` is not ${TYPE.is}`
  if (found === undefined) {
    cursor.wrong(message, 'correct the schema')
    return {}
  }
  const { type, format } = found
  const names = [type ?? 'any type'].flat().join(', ')
  cursor.warn(`${message}; ${excerpt(value)} is taken for ${names}`, 'correct the schema')
  const hasFormat = (schema as SchemaObject).format !== undefined
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && !hasFormat && { format }),
  }
}

/** The schema of a type by its name; `undefined` if the name is unknown. */
export function typeFromName(name: string): SchemaObject | undefined {
  const lower = name.trim().toLowerCase()
  if (TYPES.includes(lower)) return { type: lower }
  if (lower === '') return {}
  return Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined
}

/** The same for any value of `type`: a name, several names in one string, or a list of names. */
export function typeFromValue(value: unknown): SchemaObject | undefined {
  if (typeof value === 'string') {
    const names = value.split(/[|,/]/)
    return names.length === 1 ? typeFromName(value) : typeFromValue(names)
  }
  // A value without a name says nothing about the type.
  if (!Array.isArray(value)) return {}
  const found = value.map((each) => typeFromName(String(each)))
  if (found.some((each) => each === undefined)) return undefined
  const types = new Set(found.flatMap((each) => each?.type ?? []))
  const isAny = found.some((each) => each?.type === undefined)
  return isAny || types.size === 0 ? {} : { type: [...types] as string[] }
}
