import { isObject, jsonTypeOf } from '../../../openapi/json.js'
import { segments } from '../../../openapi/json-pointer.js'
import { essenceOf, isJson } from '../../../openapi/media-type.js'
import { RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { SchemaExample } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'

type ExampleValue = readonly [
  role: SchemaExample['role'],
  value: unknown,
  ...path: readonly (string | number)[],
]

/** Values that a schema has as examples and defaults, or lists; `read`: the schema as it is read. */
export function schemaExamples(at: Cursor, read: Schema): SchemaExample[] {
  const { default: fallback, example, examples } = Object(at.value)
  // As they are read: `1` of YAML is a text where all values are texts.
  const { const: only, enum: values = [] } = mayRefuse(read) ? Object(read) : {}
  const found: ExampleValue[] = [
    ['default', fallback, 'default'],
    ['example', example, 'example'],
    ...listOf(examples).map((each, index): ExampleValue => ['example', each, 'examples', index]),
    ['listed value', only, 'const'],
    ...listOf(values).map((each, index): ExampleValue => ['listed value', each, 'enum', index]),
  ]
  return examplesIn(at, found, { schema: read, isText: false })
}

/** True for a schema that says more of its listed values than their type, or a type that one does not have. */
function mayRefuse(read: Schema): boolean {
  const { type, enum: values = [], const: only = values[0] } = Object(read) as SchemaObject
  if (values.length === 0 && only === undefined) return false
  const isMore = (keyword: string) =>
    RESTRICTING_KEYWORDS.has(keyword) && !['type', 'enum', 'const'].includes(keyword)
  if (Object.keys(read).some((keyword) => keyword === '$ref' || isMore(keyword))) return true
  const types: readonly string[] = [type ?? []].flat()
  return types.length > 0 && [...values, only].some((each) => !types.includes(jsonTypeOf(each)))
}

/** Examples of what has a schema: a parameter, a header, a media type, or a response of Swagger 2.0. */
export function ownerExamples(at: Cursor, schema: Schema): SchemaExample[] {
  const { example, examples, schema: written } = Object(at.value)
  const range = segments(at.pointer)?.at(-1) ?? ''
  const isOther = range.includes('/') && !isJson(essenceOf(range))
  if (!isObject(written) || isOther) return []
  const named = isObject(examples) ? Object.entries(examples) : []
  const found: ExampleValue[] = [
    ['example', example, 'example'],
    ...named.map(([name, each]): ExampleValue => {
      return ['example', isJson(essenceOf(name)) ? each : undefined, 'examples', name]
    }),
  ]
  const held = named.flatMap(([name, each]) => {
    const target = resolve(at.child('examples', examples).child(name, each).quiet())
    return target?.get('dataValue') ?? target?.get('value') ?? []
  })
  const shared = { schema, isText: true }
  return [
    ...examplesIn(at, found, shared),
    ...held.flatMap((each) => examplesIn(each, [['example', each.value]], shared)),
  ]
}

function examplesIn(
  at: Cursor,
  found: readonly ExampleValue[],
  shared: Pick<SchemaExample, 'schema' | 'isText'>,
): SchemaExample[] {
  return found.flatMap(([role, value, ...path]) => {
    // `example:` without a value.
    if (value === undefined || (value === null && role === 'example')) return []
    const location = () => path.reduce((owner, key) => owner.child(key, undefined), at)
    return { ...shared, role, value, location }
  })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Many responses share one example and one schema. */
export function distinctExamples(examples: Iterable<readonly SchemaExample[]>): SchemaExample[] {
  const seen = new Map<unknown, Set<unknown>>()
  return [...examples].flat().filter(({ value, schema }) => {
    if (typeof value !== 'object') return true
    const isReference = Object.keys(schema).join() === '$ref'
    const key = isReference ? Object(schema).$ref : schema
    const values = seen.get(key) ?? new Set()
    seen.set(key, values)
    return values.size !== values.add(value).size
  })
}
