import type { Cursor } from './cursor.js'
import { isInt64 } from './int64.js'
import type { Coercion, Parameter, Scalar, Schema } from './model.js'
import { resolve } from './references.js'
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
  schemas: Schemas,
): Parameter[] {
  const read = (owner: Cursor) =>
    (owner.get('parameters')?.elements() ?? []).flatMap(
      (each) => readParameter(each, schemas) ?? [],
    )
  const merged = new Map<string, Parameter>()
  for (const parameter of [...read(pathItem), ...read(operation)]) {
    merged.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const parameters = [...merged.values()]
  checkTemplate(operation, path, parameters)
  return parameters
}

function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolve(reference)
  const name = cursor?.need('name')?.string()
  const place = cursor?.need('in')?.string()
  if (cursor === undefined || name === undefined || place === undefined) return undefined
  if (place === 'header' && IGNORED.has(name.toLowerCase())) return undefined
  if (!Object.hasOwn(STYLES, place)) {
    cursor.report.unsupported(cursor, `parameter in ${place}`, 'use path, query or header')
    return undefined
  }
  refuseUnknown(cursor)
  const style = checkStyle(cursor, place as Place)
  const schema = readSchema(cursor, schemas)
  const coerce = coercion(schema, schemas, cursor)
  const description = cursor.get('description')?.string()
  const fallback = defaultOf(cursor)
  return {
    name: place === 'header' ? name.toLowerCase() : name,
    in: place as Place,
    pointer: cursor.pointer,
    required: cursor.get('required')?.boolean() ?? false,
    ...(description !== undefined && { description }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    schema,
    coerce,
    explode: cursor.get('explode')?.boolean() ?? style === 'form',
    ...(fallback !== undefined && { default: fallback.value }),
  }
}

function defaultOf(cursor: Cursor): Cursor | undefined {
  const schema = cursor.get('schema')
  return schema && resolve(schema)?.get('default')
}

function readSchema(cursor: Cursor, schemas: Schemas): Schema {
  const schema = cursor.get('schema')
  if (schema === undefined) {
    cursor.report.unsupported(cursor, 'parameter without a schema', 'add a schema')
    return true
  }
  return schemas.read(schema, ['default'])
}

function refuseUnknown(cursor: Cursor): void {
  for (const [member, value] of cursor.members()) {
    if (KNOWN.has(member)) continue
    value.report.unsupported(value, `parameter member \`${member}\``, 'leave it out')
  }
}

function checkStyle(cursor: Cursor, place: Place): string {
  const style = cursor.get('style')
  if (style !== undefined && style.value !== STYLES[place]) {
    style.report.unsupported(style, `style ${style.value} in ${place}`, `use ${STYLES[place]}`)
  }
  return STYLES[place]
}

/** What the parameter's text becomes, by its schema. */
function coercion(schema: Schema, schemas: Schemas, place: Cursor): Coercion {
  const resolved = schemas.dereference(schema)
  if (typeof resolved === 'boolean') return 'string'
  if (resolved.type === 'array') return { array: scalar(resolved.items ?? true, schemas, place) }
  return scalar(resolved, schemas, place)
}

function scalar(schema: Schema, schemas: Schemas, place: Cursor): Scalar {
  const resolved = schemas.dereference(schema)
  if (typeof resolved === 'boolean') return 'string'
  const { type = 'string', allOf, anyOf, oneOf } = resolved
  if (isInt64(resolved) && type === 'integer') return 'int64'
  const simple = ['string', 'number', 'integer', 'boolean'].find((name) => name === type)
  if (simple !== undefined && !allOf && !anyOf && !oneOf) return simple as Scalar
  const advice = 'give the parameter one type: string, number, integer, boolean or an array of one'
  place.report.unsupported(
    place,
    'parameter that is neither a scalar nor an array of scalars',
    advice,
  )
  return 'string'
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
