import { jsonTypeNamed, plainText } from '../../../openapi/json.js'
import { essenceOf, isJson } from '../../../openapi/media-type.js'
import type { ParameterStyle } from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { defined } from '../../../shared/defined.js'
import type { Coercion, Field, MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf, followed, referenced } from '../document/referenced-fields.js'
import type { Schemas } from '../schemas/schemas.js'
import { memberCoercions } from './coercion.js'
import { isAnyText } from './media-kind.js'
import { isExploded } from './parameter-styles.js'

const STYLES: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']

/**
 * Serialization of a form's members, by `encoding` (3.1, section 4.8.15) or by their types.
 *
 * @param isFile - True for the name of a member that is no text.
 */
export function fieldsOf(
  schema: Schema,
  encoding: Cursor | undefined,
  isFile: (name: string) => boolean,
  schemas: Schemas,
  place: Cursor,
): Pick<MediaType, 'fields' | 'rest' | 'contentTypes'> {
  const { object = {}, rest } = memberCoercions(schema, schemas, place)
  const encodings = new Map(encoding?.entries())
  for (const [name, each] of encodings) {
    reportEncoding(each, Object.hasOwn(object, name) || rest !== undefined)
  }
  const fields = Object.entries(object).flatMap(([name, coerce]) =>
    isFile(name) ? [] : [field(name, coerce, followed(encodings.get(name)))],
  )
  const types = [...encodings].flatMap(([name, reference]) => {
    const type = followed(reference)?.get('contentType')?.string()
    return type === undefined ? [] : [[name, type] as const]
  })
  const contentTypes = types.length > 0 ? Object.fromEntries(types) : undefined
  return defined({ fields, rest, contentTypes })
}

function reportEncoding(reference: Cursor, isMember: boolean): void {
  const encoding = followed(reference)
  if (encoding === undefined) return
  if (!isMember) {
    const message = 'it is the encoding of no member that the schema describes'
    reference.warn(message, 'give it the name of a member')
  }
  const style = encoding.get('style')
  if (style === undefined || STYLES.some((each) => each === style.value)) return
  const message = `\`${plainText(style.value)}\` is no style of a member of a form; taken for form`
  style.warn(message, `use ${STYLES.join(', ')}`)
}

/** Refuses rules for headers of a part, which the runtime ignores, except for the media type. */
export function reportPartHeaders(encoding: Cursor | undefined): void {
  const parts = (encoding?.entries() ?? []).map(([, reference]) => followed(reference))
  for (const [name, header] of parts.flatMap((part) => entriesOf(part?.get('headers')))) {
    if (name.toLowerCase() === 'content-type' || !restrictsPart(header)) continue
    const advice = 'leave it out, or make it a member of the body'
    header.unsupported(`header \`${name}\` of a part`, advice, 'part-header')
  }
}

/** A header may be there, or not, with any text: nothing is lost without a check. */
function restrictsPart(reference: Cursor): boolean {
  const header = referenced(reference)
  const schema = header?.get('schema')
  if (header?.get('required')?.value === true || header?.get('content')) return true
  return schema !== undefined && !isAnyText(schema)
}

function field(name: string, coerce: Coercion, encoding: Cursor | undefined): Field {
  const given = encoding?.get('style')?.scalar()
  const style = STYLES.find((each) => each === given)
  const explode = encoding?.get('explode')?.boolean()
  const allowReserved = encoding?.get('allowReserved')?.boolean() === true
  const isWritten = style !== undefined || explode !== undefined || allowReserved
  if (!isWritten && isWrittenAsJson(coerce, encoding?.get('contentType')?.string())) {
    const written = { style: 'content', explode: false, mediaType: 'application/json' } as const
    const depth = listDepth(coerce)
    const orOther = new Set(coerce.scalars.map(jsonTypeNamed))
    if (coerce.object !== undefined) orOther.add('object')
    const list = { depth, ...(orOther.size > 0 && { orOther: [...orOther] }) }
    return { name, coerce, ...written, ...(depth > 0 && { list }) }
  }
  const written = style ?? 'form'
  const reserved = allowReserved ? ({ allowReserved } as const) : {}
  return { name, coerce, style: written, explode: explode ?? isExploded(written), ...reserved }
}

/** Number of lists in each other, down to one whose items may be something else. */
function listDepth({ array }: Coercion): number {
  if (array === undefined) return 0
  const isOther = array.scalars.length > 0 || array.object !== undefined
  return isOther ? 1 : 1 + listDepth(array)
}

/** Objects, and lists of objects, are JSON by default (3.1, section 4.8.14.4), also where null is allowed. */
function isWrittenAsJson(coerce: Coercion, contentType: string | undefined): boolean {
  if (contentType !== undefined) return isJson(essenceOf(contentType))
  const { scalars, array, object } = coerce
  const isList = array !== undefined && object === undefined && isNullOnly(scalars)
  return isObjectOnly(isList ? array : coerce)
}

function isObjectOnly({ scalars, array, object }: Coercion): boolean {
  return object !== undefined && array === undefined && isNullOnly(scalars)
}

function isNullOnly(scalars: Coercion['scalars']): boolean {
  return scalars.every((each) => each === 'null')
}
