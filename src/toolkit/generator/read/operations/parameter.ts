import { isObject } from '../../../openapi/json.js'
import { essenceOf } from '../../../openapi/media-type.js'
import { PARAMETER_MEMBERS, type ParameterPlace } from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Coercion, Parameter } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { coercionOf } from './coercion.js'
import { fieldsOf } from './fields.js'
import { longestText } from './lengths.js'
import { readStyle, type Written } from './styles.js'

const MEMBERS = new Set(
  (
    'name in description required deprecated style explode allowReserved allowEmptyValue schema ' +
    'content example examples'
  ).split(' '),
)
const IN_BODY = ['body', 'formData']
/** Members of a parameter of Swagger 2.0 that belong to no schema. */
export const OWN = ['name', 'in', 'description', 'required', 'collectionFormat', 'allowEmptyValue']
const PLACES = Object.keys(PARAMETER_MEMBERS)

/** Headers that a parameter cannot name (3.1, section 4.8.12.2.1). */
const IGNORED = new Set(['accept', 'content-type', 'authorization'])

/** The parameter that a reference leads to; some lead to what is none. */
export function resolveParameter(reference: Cursor): Cursor | undefined {
  const cursor = resolve(reference)
  if (cursor === undefined || cursor.get('name') || cursor.get('in')) return cursor
  const message = 'this is no parameter and left out'
  reference.report.warn(reference, message, 'give it `name` and `in`')
  return undefined
}

/** A Parameter Object (3.1, section 4.8.12). */
export function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolveParameter(reference)
  const place = cursor && placeOf(cursor, [...PLACES, ...IN_BODY])
  if (cursor === undefined || place === undefined) return undefined
  if (!isPlace(place)) {
    const message = `\`in: ${place}\` is of Swagger 2.0; taken for the request body`
    cursor.report.warn(cursor, message, 'use `requestBody`')
    return undefined
  }
  const name = cursor.need('name')?.text()
  if (name === undefined) return undefined
  if (!isWrittenInto(cursor)) cursor.warnUnknown(MEMBERS, 'parameter member')
  const schema = readSchema(cursor, schemas)
  const written = { ...readStyle(cursor, place), ...readForm(cursor, place, schema, schemas) }
  return toParameter(cursor, { name, place, schema, written, fallback: defaultOf(cursor) }, schemas)
}

/** How the members of a whole query are written that is a form (3.2, section 4.12.2.1). */
function readForm(
  cursor: Cursor,
  place: ParameterPlace,
  schema: Schema,
  schemas: Schemas,
): Pick<Parameter, 'fields' | 'rest'> {
  const [range, media] = cursor.get('content')?.entries()[0] ?? []
  const isForm = place === 'querystring' && range !== undefined && isFormType(range)
  if (!isForm) return {}
  const encoding = media && resolve(media)?.get('encoding')
  const { fields = [], rest } = fieldsOf(schema, encoding, {}, schemas)
  return { fields, ...(rest && { rest }) }
}

function isFormType(range: string): boolean {
  return essenceOf(range) === 'application/x-www-form-urlencoded'
}

function isPlace(place: string): place is ParameterPlace {
  return PLACES.includes(place)
}

/** The place of a parameter, one of these; some write it in the plural, or in capitals. */
export function placeOf(cursor: Cursor, places: readonly string[]): string | undefined {
  const given = cursor.need('in')?.string()
  if (given === undefined || places.includes(given)) return given
  const word = given.trim().toLowerCase()
  const found = places.find((place) => [word, `${word}data`].includes(place.toLowerCase()))
  const place = found ?? places.find((each) => word === `${each}s`)
  const what = `\`${given}\` is no place of a parameter`
  const advice = `use ${places.join(', ')}`
  if (place === undefined) cursor.report.wrong(cursor, what, advice)
  else cursor.report.warn(cursor, `${what}; taken for ${place}`, advice)
  return place
}

/** Whether the schema is written into a parameter or header, as in Swagger 2.0. */
function isWrittenInto({ value }: Cursor): boolean {
  return isObject(value) && 'type' in value && !('schema' in value || 'content' in value)
}

/** What versions of OpenAPI write in different ways. */
interface Facts {
  readonly name: string
  readonly place: ParameterPlace
  readonly schema: Schema
  readonly written: Written & Pick<Parameter, 'fields' | 'rest'>
  readonly fallback: unknown
}

/** A parameter for the model; none for a header that HTTP itself defines. */
export function toParameter(cursor: Cursor, facts: Facts, schemas: Schemas): Parameter | undefined {
  const { name, place, schema, written, fallback } = facts
  if (place === 'header' && IGNORED.has(name.toLowerCase())) return undefined
  const coerce = coercionOf(schema, schemas)
  const longest = place === 'path' ? longestText(schema, schemas) : undefined
  const description = cursor.get('description')?.text()
  const required = cursor.get('required')?.boolean() ?? false
  return {
    name: place === 'header' ? name.toLowerCase() : name,
    in: place,
    pointer: cursor.pointer,
    required,
    ...(description !== undefined && { description }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    ...examplesOf(cursor),
    schema,
    ...written,
    coerce,
    ...(longest !== undefined && { longest }),
    // A required parameter is never left out, so that its default says nothing.
    ...(fallback !== undefined && !required && { default: defaultValue(fallback, coerce) }),
  }
}

const EXAMPLES = ['example', 'examples']

/** Its `example`, or what its `examples` (3.1, section 4.8.12.2) hold. */
function examplesOf(cursor: Cursor): Pick<Parameter, 'examples'> {
  if (!EXAMPLES.some((member) => Object.hasOwn(cursor.value as object, member))) return {}
  const place = cursor.quiet()
  const held = (place.get('examples')?.entries() ?? []).map(([, each]) =>
    resolve(each)?.get('value'),
  )
  const found = [place.get('example'), ...held].flatMap((each) => (each ? [each.value] : []))
  return found.length === 0 ? {} : { examples: found }
}

/** The schema, or that of the one media type of `content` (3.1, section 4.8.12.2). */
export function readSchema(cursor: Cursor, schemas: Schemas): Schema {
  const schema = schemaOf(cursor)
  if (schema !== undefined) return schemas.read(schema)
  if (isWrittenInto(cursor)) {
    const message = 'it has `type` and no `schema`, as in Swagger 2.0; taken for its schema'
    cursor.report.warn(cursor, message, 'write the type into `schema`')
    return schemas.read(cursor, [...OWN, ...MEMBERS])
  }
  if ((cursor.get('content')?.entries() ?? []).length === 0) {
    cursor.report.warn(cursor, 'it has no schema: any text is accepted', 'add a schema')
  }
  return true
}

function schemaOf(cursor: Cursor): Cursor | undefined {
  const [media] = cursor.get('content')?.entries() ?? []
  return cursor.get('schema') ?? media?.[1].get('schema')
}

function defaultOf(cursor: Cursor): unknown {
  const value = resolve(schemaOf(cursor) ?? cursor)?.value
  return isObject(value) ? (value.default ?? undefined) : undefined
}

/** A default as the handler gets it: an int64 is a `bigint`. */
function defaultValue(value: unknown, coerce: Coercion): unknown {
  const { array, prefix = [], object, rest, scalars } = coerce
  if (Array.isArray(value) && array) {
    return value.map((item, index) => defaultValue(item, prefix[index] ?? array))
  }
  if (isObject(value) && object) {
    const entries = Object.entries(value).map(([name, member]) => {
      const below = Object.hasOwn(object, name) ? object[name] : rest
      return [name, below ? defaultValue(member, below) : member]
    })
    return Object.fromEntries(entries)
  }
  return scalars[0] === 'int64' && Number.isInteger(value) ? BigInt(value as number) : value
}
