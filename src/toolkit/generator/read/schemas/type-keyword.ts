import { isObject, plainText, SCHEMA_TYPES } from '../../../openapi/json.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { defined } from '../../../shared/defined.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { VALUE_TYPES } from './keyword-types.js'
import { excerpt } from './malformed-schemas.js'

/** Schemas of other names of types in documents, in lower case. */
const NAMES = new Map<string, SchemaObject>([
  ...schemas({}, 'any enum json mixed none undefined unknown'),
  ...schemas({ type: 'array' }, 'list'),
  ...schemas({ type: 'boolean' }, 'bool'),
  ...schemas({ type: 'integer' }, 'int short'),
  ...schemas({ type: 'integer', format: 'int32' }, 'int32'),
  ...schemas({ type: 'integer', format: 'int64' }, 'int64 long'),
  ...schemas({ type: 'number' }, 'bigdecimal decimal numeric'),
  ...schemas({ type: 'number', format: 'double' }, 'double'),
  ...schemas({ type: 'number', format: 'float' }, 'float'),
  ...schemas({ type: 'object' }, 'dict hash map'),
  ...schemas({ type: 'string' }, 'char password str text'),
  ...schemas({ type: 'string', format: 'binary' }, 'binary file'),
  ...schemas({ type: 'string', format: 'byte' }, 'byte'),
  ...schemas({ type: 'string', format: 'date' }, 'date'),
  ...schemas({ type: 'string', format: 'date-time' }, 'date-time datetime'),
  ...schemas({ type: 'string', format: 'email' }, 'email'),
  ...schemas({ type: 'string', format: 'time' }, 'time'),
  ...schemas({ type: 'string', format: 'uri' }, 'uri url'),
  ...schemas({ type: 'string', format: 'uuid' }, 'guid uuid'),
])

function schemas(schema: SchemaObject, names: string): [string, SchemaObject][] {
  return names.split(' ').map((name) => [name, schema])
}

const DESCRIPTIONS = new Set(['type', 'title', 'description', 'deprecated'])

/** True for `type: null`, which YAML reads as no value, in a schema that says nothing else: it means "null". */
export function isUnquotedNull({ value: schema }: Cursor): boolean {
  if (!isObject(schema) || schema.type !== null) return false
  return Object.keys(schema).every((keyword) => DESCRIPTIONS.has(keyword))
}

const TYPES: readonly string[] = SCHEMA_TYPES

/** The `type` of a schema, and the format that it implies. */
export function readType(
  cursor: Cursor,
  { value: schema }: Cursor,
  version: OpenApiVersion,
  components: ReadonlyMap<string, Cursor>,
): Pick<SchemaObject, 'type' | 'format'> {
  const { value } = cursor
  if (value === null) {
    cursor.warn('`type` has no value; taken for "null"', 'write "null" with quotes')
    return { type: 'null' }
  }
  const isEmptyList = Array.isArray(value) && value.length === 0
  const isFile = value === 'file' && version === '2.0'
  if (isFile || (VALUE_TYPES.type.test(value) && !isEmptyList))
    return { type: value as string | string[] }
  const found = typeFromValue(value)
  const message = `${excerpt(value)} is no type`
  if (found === undefined) {
    cursor.wrong(message, adviceFor(value, components))
    return {}
  }
  const { type, format } = found
  const names = [type ?? 'any type'].flat().join(', ')
  const list = Array.isArray(type) ? excerpt(type) : names
  const written = format === undefined ? list : `${list} with \`format: ${format}\``
  cursor.warn(`${message}; taken for ${names}`, `write ${type === undefined ? 'a type' : written}`)
  const hasFormat = (schema as SchemaObject).format !== undefined
  return defined({ type, format: hasFormat ? undefined : format })
}

/** What is meant by a list of another language, a reference, or the name of a schema. */
function adviceFor(value: unknown, components: ReadonlyMap<string, Cursor>): string {
  if (isObject(value) && typeof value.$ref === 'string') return 'write `$ref` in place of `type`'
  if (typeof value !== 'string') return `use ${VALUE_TYPES.type.is}`
  const [, one, other] = /^(?:(\w+)\[\]|(?:array|list)<(\w+)>)$/i.exec(value) ?? []
  const items = one ?? other
  if (items !== undefined) {
    const inner = reference(items, components) ?? `type: ${typeFromName(items)?.type ?? items}`
    return `write \`type: array\` with \`items: {${inner}}\``
  }
  const written = reference(value, components)
  if (written !== undefined) return `write \`${written}\` in place of \`type\``
  return didYouMean(value, TYPES, `use ${VALUE_TYPES.type.is}`)
}

function reference(name: string, components: ReadonlyMap<string, Cursor>): string | undefined {
  const component = components.get(name)
  return component && `$ref: '${component.fullPointer}'`
}

export function typeFromName(name: string): SchemaObject | undefined {
  const lower = name.trim().toLowerCase()
  if (TYPES.includes(lower)) return { type: lower }
  if (lower === '') return {}
  return NAMES.get(lower)
}

/** The same for any value of `type`: a name, several names in one string, or a list of names. */
export function typeFromValue(value: unknown): SchemaObject | undefined {
  if (typeof value === 'string') {
    const names = value.split(/[|,/]/)
    return names.length === 1 ? typeFromName(value) : typeFromValue(names)
  }
  // A value without a name does not limit the type.
  if (!Array.isArray(value)) return isObject(value) ? undefined : {}
  const found = value.map((each) => typeFromName(plainText(each)))
  if (found.some((each) => each === undefined)) return undefined
  const types = new Set(found.flatMap((each) => each?.type ?? []))
  const isAny = found.some((each) => each?.type === undefined)
  return isAny || types.size === 0 ? {} : { type: [...types] }
}
