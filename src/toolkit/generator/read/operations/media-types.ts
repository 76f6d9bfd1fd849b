import { essenceOf, type MediaKind } from '../../../openapi/media-type.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { MediaType } from '../../model/model.js'
import { pascalCase } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { followed, referenced } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import { locationName } from '../schemas/schema-references.js'
import type { Schemas } from '../schemas/schemas.js'
import { fieldsOf, filesOf, reportPartHeaders } from './form-fields.js'
import { framingOf, isAnyText, isText, mediaKindOf, parametersIn } from './media-kind.js'

/** Media types of a `content` map; `wanted` is the name of an inline schema. */
export function readContent(
  content: Cursor | undefined,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  const found = (content?.entries() ?? []).flatMap(([range, reference]) => {
    const cursor = referenced(reference)?.withFields()
    if (cursor === undefined) return []
    const [schema, item] = [cursor.get('schema'), cursor.get('itemSchema')]
    const parts = { cursor, schema, item, encoding: followed(cursor.get('encoding')) }
    return readMediaType(range, parts, wanted, schemas, content?.entries().length === 1)
  })
  return withoutRepetition(found, content)
}

interface MediaTypeParts {
  readonly cursor: Cursor
  readonly schema: Cursor | undefined
  /** Schema of one item (3.2, section 4.14.2). */
  readonly item?: Cursor | undefined
  readonly encoding?: Cursor | undefined
}

/** Name of an inline schema: that of its component, which operations may share, or `own`. */
export function bodyName(body: Cursor, own: string): string {
  const isComponent = /^#\/(components\/)?(responses|requestBodies)\/[^/]+$/.test(body.pointer)
  return isComponent ? `${pascalCase(locationName(body))}Body` : own
}

export function readMediaType(
  range: string,
  parts: MediaTypeParts,
  wanted: string,
  schemas: Schemas,
  isAlone = true,
): MediaType[] {
  const mediaType = essenceOf(range)
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) {
    const message = `${JSON.stringify(range)} is no media type and left out`
    parts.cursor.warn(message, 'write it as type/subtype')
    return []
  }
  const target = parts.schema && resolve(parts.schema.quiet())
  const kind = parts.item === undefined ? mediaKindOf(mediaType, target) : 'sequential'
  const name = isAlone || kind === 'json' ? wanted : `${wanted}${pascalCase(kind)}`
  const parameters = parametersIn(range)
  return [
    {
      mediaType,
      ...(Object.keys(parameters).length > 0 && { parameters }),
      kind,
      ...(kind === 'sequential' && framingOf(mediaType, parts.item ?? parts.schema)),
      ...readSchema(kind, target, parts, name, schemas),
    },
  ]
}

function readSchema(
  kind: MediaKind,
  target: Cursor | undefined,
  { cursor, schema, item, encoding }: MediaTypeParts,
  wanted: string,
  schemas: Schemas,
): Partial<MediaType> {
  // Without a schema the body is any value (3.1, section 4.8.14).
  const any = () => schemas.define(wanted, `${cursor.fullPointer} (any)`, true, cursor)
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

/** Keeps the first of several ranges that differ in parameters only. */
export function withoutRepetition(
  found: readonly MediaType[],
  content: Cursor | undefined,
  once = false,
): MediaType[] {
  return found.filter(({ mediaType }, index) => {
    const isFirst = found.findIndex((each) => each.mediaType === mediaType) === index
    const message = `${mediaType} is there twice, with other parameters; the first one is used`
    if (!isFirst) content?.warn(message, 'remove one', { once })
    return isFirst
  })
}
