import { essenceOf, isJson } from '../../../openapi/media-type.js'
import type { ParameterStyle } from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Coercion, Field, MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { coercionOf } from './coercion.js'
import { isExploded } from './styles.js'

/** How many schemas of one form are read: some have hundreds of members with more inside. */
const MAX_SCHEMAS = 10_000

const STYLES: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']

/** How the members of a form are written, by `encoding` (3.1, section 4.8.15) or else by their types. */
export function fieldsOf(
  schema: Schema,
  encoding: Cursor | undefined,
  files: Readonly<Record<string, unknown>>,
  schemas: Schemas,
): Pick<MediaType, 'fields' | 'rest' | 'contentTypes'> {
  const { object = {}, rest } = coercionOf(schema, schemas, MAX_SCHEMAS)
  const of = (name: string) => encoding?.entries().find(([each]) => each === name)?.[1]
  const fields = Object.entries(object).flatMap(([name, coerce]) => {
    const cursor = of(name)
    return Object.hasOwn(files, name) ? [] : [field(name, coerce, cursor && resolve(cursor))]
  })
  const types = (encoding?.entries() ?? []).flatMap(([name, reference]) => {
    const type = resolve(reference)?.get('contentType')?.string()
    return type === undefined ? [] : [[name, type] as const]
  })
  return {
    fields,
    ...(rest && { rest }),
    ...(types.length > 0 && { contentTypes: Object.fromEntries(types) }),
  }
}

/** Nothing reads or writes the headers of a part, but for what says its media type. */
export function reportPartHeaders(encoding: Cursor | undefined): void {
  const parts = (encoding?.entries() ?? []).map(([, reference]) => resolve(reference))
  for (const [name, header] of parts.flatMap((part) => part?.get('headers')?.entries() ?? [])) {
    if (name.toLowerCase() === 'content-type') continue
    const message = `${JSON.stringify(name)} is a header of a part and left out: it is neither checked nor written`
    header.report.warn(header, message, 'leave it out, or make it a member of the body')
  }
}

function field(name: string, coerce: Coercion, encoding: Cursor | undefined): Field {
  const given = encoding?.get('style')?.value
  const style = STYLES.find((each) => each === given)
  const explode = encoding?.get('explode')?.boolean()
  const allowReserved = encoding?.get('allowReserved')?.value === true
  const isWritten = style !== undefined || explode !== undefined || allowReserved
  if (!isWritten && isWrittenAsJson(coerce, encoding?.get('contentType')?.string())) {
    return { name, coerce, style: 'content', explode: false, mediaType: 'application/json' }
  }
  const written = style ?? 'form'
  return {
    name,
    coerce,
    style: written,
    explode: explode ?? isExploded(written),
    ...(allowReserved && { allowReserved }),
  }
}

/** Objects are JSON where nothing else is said (3.1, section 4.8.14.4). */
function isWrittenAsJson(
  { scalars, array, object }: Coercion,
  contentType: string | undefined,
): boolean {
  if (contentType !== undefined) return isJson(essenceOf(contentType))
  return object !== undefined && array === undefined && scalars.length === 0
}
