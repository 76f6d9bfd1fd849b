import type { MediaKind } from '../../../openapi/media-kind.js'
import { essenceOf } from '../../../openapi/media-type.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { MediaType } from '../../model/model.js'
import { pascalCase } from '../../print/identifiers.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { nameOf } from '../schemas/schema-parts.js'
import type { Schemas } from '../schemas/schemas.js'
import { isAnyText, isText } from './body-schemas.js'
import { fieldsOf, reportPartHeaders } from './fields.js'
import { filesOf } from './file-members.js'
import { framingOf } from './framing.js'
import { kindOf, parametersIn } from './media-kind.js'

/** The media types of a `content` map; `wanted` is the name for a schema that stands inline. */
export function readContent(
  content: Cursor | undefined,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  const found = (content?.entries() ?? []).flatMap(([range, reference]) => {
    const cursor = resolve(reference)?.withFields()
    if (cursor === undefined) return []
    const place = {
      cursor,
      schema: cursor.get('schema'),
      item: cursor.get('itemSchema'),
      encoding: cursor.get('encoding'),
    }
    const isAlone = content?.entries().length === 1
    return readMediaType(range, place, wanted, schemas, isAlone)
  })
  return withoutRepetition(found, content)
}

/** Where a media type's schema stands. */
interface MediaPlace {
  readonly cursor: Cursor
  readonly schema: Cursor | undefined
  /** The schema of one value of many (3.2, section 4.14.2). */
  readonly item?: Cursor | undefined
  readonly encoding?: Cursor | undefined
}

/**
 * The name for a schema that stands inline in a body: that of the component, where many operations
 * may refer to it, else one of the operation.
 */
export function bodyName(body: Cursor, own: string): string {
  const isComponent = /^#\/(components\/)?(responses|requestBodies)\/[^/]+$/.test(body.pointer)
  return isComponent ? `${pascalCase(nameOf(body))}Body` : own
}

/** One media type. */
export function readMediaType(
  range: string,
  place: MediaPlace,
  wanted: string,
  schemas: Schemas,
  isAlone = true,
): MediaType[] {
  const mediaType = essenceOf(range)
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) {
    const message = `${JSON.stringify(range)} is no media type and left out`
    place.cursor.report.warn(place.cursor, message, 'write it as type/subtype')
    return []
  }
  const target = place.schema && resolveQuietly(place.schema)
  const kind = place.item === undefined ? kindOf(mediaType, target) : 'sequential'
  const name = isAlone || kind === 'json' ? wanted : `${wanted}${pascalCase(kind)}`
  const parameters = parametersIn(range)
  const said = Object.keys(parameters).length === 0 ? {} : { parameters }
  return [
    {
      mediaType,
      ...said,
      kind,
      ...(kind === 'sequential' && framingOf(mediaType, place.item ?? place.schema)),
      ...readSchema(kind, target, place, name, schemas),
    },
  ]
}

function readSchema(
  kind: MediaKind,
  target: Cursor | undefined,
  { cursor, schema, item, encoding }: MediaPlace,
  wanted: string,
  schemas: Schemas,
): Partial<MediaType> {
  // Without a schema any value is a body (3.1, section 4.8.14).
  const any = () => schemas.define(wanted, `${cursor.place} (any)`, true, cursor)
  switch (kind) {
    case 'binary':
      return {}
    case 'text':
      return schema && isText(target) && !isAnyText(schema)
        ? { schema: schemas.named(schema, wanted) }
        : {}
    case 'sequential': {
      const isArray = target?.get('items') !== undefined
      const one = item ?? (isArray && schema ? resolve(schema)?.get('items') : schema)
      return { schema: one ? schemas.named(one, `${wanted}Item`) : any() }
    }
    case 'form':
    case 'multipart': {
      if (kind === 'multipart') reportPartHeaders(encoding)
      const name = schema ? schemas.named(schema, wanted) : any()
      const { files } = kind === 'multipart' ? filesOf(target) : {}
      return {
        schema: name,
        ...(files && { files }),
        ...fieldsOf({ $ref: refToSchema(name) }, encoding, files ?? {}, schemas),
      }
    }
    default:
      return { schema: schema ? schemas.named(schema, wanted) : any() }
  }
}

/** Following a reference that leads nowhere is told where the schema is read. */
function resolveQuietly(schema: Cursor): Cursor | undefined {
  return resolve(schema.quiet())
}

/** Two ranges may differ in parameters only; the first one stands. */
export function withoutRepetition(
  found: MediaType[],
  content: Cursor | undefined,
  once = false,
): MediaType[] {
  return found.filter(({ mediaType }, index) => {
    const isFirst = found.findIndex((each) => each.mediaType === mediaType) === index
    if (!isFirst && content !== undefined) {
      const message = `${mediaType} is there twice, with other parameters; the first one stands`
      content.report.warn(content, message, 'remove one', { once })
    }
    return isFirst
  })
}
