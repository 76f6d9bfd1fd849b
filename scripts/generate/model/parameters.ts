import type { Cursor } from './cursor.js'
import { isInt64 } from './int64.js'
import type { Coercion, Parameter, Scalar, Schema, SchemaObject } from './model.js'
import { resolve } from './references.js'
import { reportProto } from './schema-parts.js'
import type { Schemas } from './schemas.js'

const KNOWN = new Set(
  'name in description required deprecated style explode schema example examples'.split(' '),
)
/** The style that each place has when none is given (3.1, section 4.8.12). */
const STYLES = { path: 'simple', query: 'form', header: 'simple' } as const
type Place = keyof typeof STYLES

/** Headers that a parameter cannot name (3.1, section 4.8.12.2.1). */
const IGNORED = new Set(['accept', 'content-type', 'authorization'])

/** The parameters of an operation: the path item's, overridden by its own. */
export function readParameters(
  pathItem: Cursor,
  operation: Cursor,
  path: string,
  read: (parameter: Cursor) => Parameter | undefined,
): Parameter[] {
  const merged = new Map<string, Parameter>()
  for (const owner of [pathItem, operation]) {
    const own = new Set<string>()
    for (const each of owner.get('parameters')?.elements() ?? []) {
      const parameter = read(each)
      if (parameter === undefined) continue
      const key = `${parameter.in} ${parameter.name}`
      if (own.has(key)) each.report.wrong(each, `the parameter ${key} is there twice`, 'remove one')
      own.add(key)
      merged.set(key, parameter)
    }
  }
  const parameters = [...merged.values()]
  checkTemplate(operation, path, parameters)
  return parameters
}

/** The parameters as they stand in the document. */
export function parametersOf(pathItem: Cursor, operation: Cursor): Cursor[] {
  return [pathItem, operation].flatMap((owner) => owner.get('parameters')?.elements() ?? [])
}

/** A Parameter Object (3.1, section 4.8.12). */
export function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolve(reference)
  const name = cursor?.need('name')?.string()
  const place = cursor?.need('in')?.string()
  if (cursor === undefined || name === undefined || place === undefined) return undefined
  if (!Object.hasOwn(STYLES, place)) {
    const advice = 'use path, query or header'
    cursor.report.unsupported(cursor, 'parameter-place', `parameter in ${place}`, advice)
    return undefined
  }
  const schema = readSchema(cursor, schemas)
  const style = STYLES[place as Place]
  if (schema === undefined || !hasStyle(cursor, style, place)) return undefined
  const explode = cursor.get('explode')?.boolean() ?? style === 'form'
  return toParameter(cursor, { name, place, schema, explode, fallback: defaultOf(cursor) }, schemas)
}

/** What versions of OpenAPI write in different ways. */
interface Facts {
  readonly name: string
  readonly place: string
  readonly schema: Schema
  readonly explode: boolean
  readonly fallback: Cursor | undefined
}

/** A parameter for the model; none for a header that HTTP itself defines. */
export function toParameter(cursor: Cursor, facts: Facts, schemas: Schemas): Parameter | undefined {
  const { name, place, schema, explode, fallback } = facts
  if (place === 'header' && IGNORED.has(name.toLowerCase())) return undefined
  reportProto(name, cursor)
  const coerce = coercion(schema, schemas, cursor)
  if (coerce === undefined) return undefined
  const description = cursor.get('description')?.string()
  const required = cursor.get('required')?.boolean() ?? false
  return {
    name: place === 'header' ? name.toLowerCase() : name,
    in: place as Place,
    pointer: cursor.pointer,
    required,
    ...(description !== undefined && { description }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    schema,
    coerce,
    explode,
    // A required parameter is never left out, so that its default says nothing.
    ...(fallback !== undefined && !required && { default: defaultValue(fallback.value, coerce) }),
  }
}

function defaultOf(cursor: Cursor): Cursor | undefined {
  const schema = cursor.get('schema')
  return schema && resolve(schema)?.get('default')
}

function readSchema(cursor: Cursor, schemas: Schemas): Schema | undefined {
  const unknown = cursor.members().filter(([member]) => !KNOWN.has(member))
  for (const [member, value] of unknown) {
    const advice = 'leave it out'
    value.report.unsupported(value, 'parameter-content', `parameter member \`${member}\``, advice)
  }
  const schema = cursor.get('schema')
  if (schema !== undefined) return schemas.read(schema, ['default'])
  const what = 'parameter without a schema'
  cursor.report.unsupported(cursor, 'parameter-content', what, 'add a schema')
  return undefined
}

function hasStyle(cursor: Cursor, wanted: string, place: string): boolean {
  const style = cursor.get('style')
  if (style === undefined || style.value === wanted) return true
  const what = `style ${style.value} in ${place}`
  style.report.unsupported(style, 'parameter-style', what, `use ${wanted}`)
  return false
}

/** What the parameter's text becomes, by its schema. */
function coercion(schema: Schema, schemas: Schemas, place: Cursor): Coercion | undefined {
  const resolved = schemas.dereference(schema)
  if (typeof resolved === 'boolean') return 'string'
  if (resolved.type !== 'array') return scalar(resolved, schemas, place)
  const item = scalar(resolved.items ?? true, schemas, place)
  return item && { array: item }
}

function scalar(schema: Schema, schemas: Schemas, place: Cursor): Scalar | undefined {
  const resolved = schemas.dereference(schema)
  if (typeof resolved === 'boolean') return 'string'
  const { type = typeOfValues(resolved), allOf, anyOf, oneOf } = resolved
  if (isInt64(resolved) && type === 'integer') return 'int64'
  const simple = ['string', 'number', 'integer', 'boolean'].find((name) => name === type)
  if (simple !== undefined && !allOf && !anyOf && !oneOf) return simple as Scalar
  const what = 'parameter that is neither a scalar nor an array of scalars'
  const advice = 'give the parameter one type: string, number, integer, boolean or an array of one'
  place.report.unsupported(place, 'parameter-type', what, advice)
  return undefined
}

/** The type of a schema that only lists values: text must become what they are. */
function typeOfValues({ enum: values = [], const: value }: SchemaObject): string {
  const types = new Set(
    [...values, ...(value === undefined ? [] : [value])].map((each) => typeof each),
  )
  const [only] = types
  return types.size === 1 && only !== undefined && only !== 'bigint' ? only : 'string'
}

/** A default as the handler gets it: an int64 is a `bigint`. */
function defaultValue(value: unknown, coerce: Coercion): unknown {
  if (Array.isArray(value) && typeof coerce === 'object') {
    return value.map((item) => defaultValue(item, coerce.array))
  }
  return coerce === 'int64' && Number.isInteger(value) ? BigInt(value as number) : value
}

/** Path parameters and the template must name each other (3.1, section 4.8.12). */
function checkTemplate(operation: Cursor, path: string, parameters: readonly Parameter[]): void {
  const inTemplate = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]))
  const declared = parameters.filter((parameter) => parameter.in === 'path')
  for (const { name, required } of declared) {
    if (!inTemplate.delete(name)) {
      operation.report.wrong(
        operation,
        `path parameter \`${name}\` is not in ${path}`,
        'add {name} to the path',
      )
    } else if (!required) {
      operation.report.wrong(
        operation,
        `path parameter \`${name}\` is not required`,
        'add `required: true`',
      )
    }
  }
  for (const name of inTemplate) {
    operation.report.wrong(
      operation,
      `{${name}} of the path is not declared`,
      'add a parameter `in: path`',
    )
  }
}
