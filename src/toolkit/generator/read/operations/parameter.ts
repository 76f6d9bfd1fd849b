import { essenceOf, isJson } from '../../../openapi/media-type.js'
import {
  isParameterLocation,
  PARAMETER_MEMBERS,
  type ParameterLocation,
} from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { alternatives, didYouMean } from '../../../shared/spelling.js'
import type { Parameter } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { IGNORED_HEADERS } from '../document/links.js'
import { entriesOf, followed, referenced } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { coercionOf } from './coercion.js'
import { defaultIn, defaultValue } from './default-value.js'
import { fieldsOf } from './form-fields.js'
import { isListOrObject } from './media-kind.js'
import { checkContent, checkHeaderName, readSchema } from './parameter-schema.js'
import {
  type ParameterSerialization,
  readStyle,
  reportStyle,
  withItemStyles,
} from './parameter-styles.js'

/** Locations of Swagger 2.0 that are the request body. */
export const IN_BODY = ['body', 'formData']
const LOCATIONS = Object.keys(PARAMETER_MEMBERS)

/** A parameter, or the target of a reference to one; beside `name` and `in` the reference is its schema's. */
export function resolveParameter(reference: Cursor): Cursor | undefined {
  const isParameter = (cursor: Cursor | undefined) => cursor?.get('name') || cursor?.get('in')
  const target = resolve(reference)
  if (target === undefined) return undefined
  if (isParameter(target)) return referenced(reference)
  if (isParameter(reference)) return reference
  reference.wrong('this is no parameter', 'give it `name` and `in`')
  return undefined
}

/** A Parameter Object (3.1, section 4.8.12). */
export function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolveParameter(reference)
  const location = cursor && parameterLocation(cursor, [...LOCATIONS, ...IN_BODY])
  if (cursor === undefined || location === undefined) return undefined
  if (!isParameterLocation(location)) {
    const message = `\`in: ${location}\` is of Swagger 2.0; taken for the request body`
    cursor.warn(message, 'use `requestBody`')
    return undefined
  }
  const name = cursor.need('name')?.scalar()
  if (name === undefined) return undefined
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) {
    reportIgnored(cursor, name)
    return undefined
  }
  checkContent(cursor, 'parameter')
  if (location === 'querystring') checkQueryString(cursor, schemas)
  reportText(cursor, location)
  const schema = readSchema(cursor, schemas)
  const written = { ...readStyle(cursor, location), ...readForm(cursor, location, schema, schemas) }
  return toParameter(cursor, { name, location, schema, written }, schemas)
}

/** A whole query is of OpenAPI 3.2, and has a media type (3.2, section 4.12.1). */
function checkQueryString(cursor: Cursor, { version }: Schemas): void {
  if (version !== '3.2') {
    const message = '`in: querystring` is of OpenAPI 3.2, and is read all the same'
    cursor.get('in')?.warn(message, 'write `openapi: 3.2.0`, or `in: query`', { once: true })
  }
  const schema = cursor.get('schema')
  const advice = 'write it under `content` and its media type'
  schema?.warn('`schema` of a whole query has no media type: it is one text', advice)
}

/** Reports a text that can be no value of its schema: only JSON, and a whole query that is a form, have members. */
function reportText(cursor: Cursor, location: ParameterLocation): void {
  const [range, media] = entriesOf(cursor.get('content'))[0] ?? []
  const mediaType = essenceOf(range ?? '')
  const schema = media && referenced(media)?.get('schema')
  if (schema === undefined || isJson(mediaType)) return
  if (location === 'querystring' && mediaType === FORM) return
  if (!isListOrObject(resolve(schema.quiet()))) return
  const message = `${mediaType} is a text in a parameter, and its schema that of a list or an object: each value is refused`
  schema.warn(message, 'describe a media type of JSON', { once: true })
}

const FORM = 'application/x-www-form-urlencoded'

/** Serialization of the members of a whole query that is a form (3.2, section 4.12.2.1). */
function readForm(
  cursor: Cursor,
  location: ParameterLocation,
  schema: Schema,
  schemas: Schemas,
): Pick<Parameter, 'fields' | 'rest'> {
  const [range, media] = entriesOf(cursor.get('content'))[0] ?? []
  if (location !== 'querystring' || essenceOf(range ?? '') !== FORM) return {}
  const encoding = media && followed(referenced(media)?.get('encoding'))
  const { fields = [], rest } = fieldsOf(schema, encoding, () => false, schemas, cursor)
  return { fields, ...(rest && { rest }) }
}

/** Location of a parameter; some documents have it in the plural, or in capitals. */
export function parameterLocation(
  cursor: Cursor,
  locations: readonly string[],
): string | undefined {
  const given = cursor.need('in')?.string()
  if (given === undefined || locations.includes(given)) return given
  const word = given.trim().toLowerCase()
  const found = locations.find((each) => [word, `${word}data`].includes(each.toLowerCase()))
  const location = found ?? locations.find((each) => word === `${each}s`)
  const isNewer = locations.includes('querystring')
  const places = locations.filter((each) => isParameterLocation(each) || !isNewer)
  const what = `\`in: ${given}\` is not where a parameter can be`
  const advice = didYouMean(given, places, `use ${alternatives(places)}`)
  if (location === undefined) cursor.get('in')?.wrong(what, advice)
  else cursor.get('in')?.warn(`${what}; taken for ${location}`, `write \`in: ${location}\``)
  return location
}

/** Fields that versions of OpenAPI define differently. */
interface ParameterFields {
  readonly name: string
  readonly location: ParameterLocation
  readonly schema: Schema
  readonly written: ParameterSerialization & Pick<Parameter, 'fields' | 'rest'>
}

export function toParameter(
  cursor: Cursor,
  { name, location, schema, written }: ParameterFields,
  schemas: Schemas,
): Parameter {
  const { itemStyles = [], ...style } = written
  const coerce = withItemStyles(coercionOf(schema, schemas, cursor), itemStyles)
  reportStyle(cursor, style.style, schema, schemas)
  if (location === 'header') checkHeaderName(name, cursor.get('name') ?? cursor)
  const fallback = defaultIn(schema, schemas)
  const required = cursor.get('required')?.boolean() ?? false
  return {
    name: location === 'header' ? name.toLowerCase() : name,
    in: location,
    pointer: cursor.fullPointer,
    required,
    ...cursor.texts('description'),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    ...examplesOf(cursor),
    schema,
    ...style,
    coerce,
    // The default of a required parameter is never used.
    ...(fallback !== undefined && !required && { default: defaultValue(fallback, coerce) }),
  }
}

/** A document may mean by `Authorization` that its operations are not open to everybody. */
function reportIgnored(cursor: Cursor, name: string): void {
  const isCredential = name.toLowerCase() === 'authorization'
  const effect = isCredential ? 'it asks for no credential' : 'nothing of it is checked'
  const message = `the header parameter \`${name}\` is ignored, as OpenAPI says: ${effect}`
  const advice = isCredential
    ? 'declare a security scheme and require it with `security`, or leave it out'
    : 'describe media types under `content`, or leave it out'
  cursor.warn(message, advice, { once: true })
}

/**
 * The `example`, or the values of `examples` (3.1, section 4.8.12.2); Swagger 2.0 has neither, so that documents
 * have `x-example`.
 */
function examplesOf(cursor: Cursor): Pick<Parameter, 'examples'> {
  const members = ['example', 'examples', 'x-example']
  if (!members.some((member) => Object.hasOwn(cursor.value as object, member))) return {}
  const quiet = cursor.quiet()
  const held = entriesOf(quiet.get('examples')).map(([, each]) => resolve(each)?.get('value'))
  const own = quiet.get('example') ?? quiet.get('x-example')
  const found = [own, ...held].flatMap((each) => (each ? [each.value] : []))
  return found.length === 0 ? {} : { examples: found }
}
