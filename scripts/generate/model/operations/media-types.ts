import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { MediaKind, MediaType } from '../model.js'
import { pascalCase } from '../names.js'
import type { Schemas } from '../schemas/schemas.js'
import { filesOf, isBinary, isStructured, isText } from './body-schemas.js'

/** The media types of a `content` map; `wanted` is the name for a schema that stands inline. */
export function readContent(
  content: Cursor | undefined,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  const found = (content?.entries() ?? []).flatMap(([range, reference]) => {
    const cursor = resolve(reference)
    if (cursor === undefined) return []
    const place = { cursor, schema: cursor.get('schema'), item: cursor.get('itemSchema') }
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
}

/** One media type. */
export function readMediaType(
  range: string,
  place: MediaPlace,
  wanted: string,
  schemas: Schemas,
  isAlone = true,
): MediaType[] {
  const mediaType = (range.split(';')[0] as string).trim().toLowerCase()
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) {
    const message = `${JSON.stringify(range)} is no media type and left out`
    place.cursor.report.warn(place.cursor, message, 'write it as type/subtype')
    return []
  }
  const target = place.schema && resolveQuietly(place.schema)
  const kind = place.item === undefined ? kindOf(mediaType, target) : 'sequential'
  const name = isAlone || kind === 'json' ? wanted : `${wanted}${pascalCase(kind)}`
  return [{ mediaType, kind, ...readSchema(kind, target, place, name, schemas) }]
}

function readSchema(
  kind: MediaKind,
  target: Cursor | undefined,
  { cursor, schema, item }: MediaPlace,
  wanted: string,
  schemas: Schemas,
): Pick<MediaType, 'schema' | 'files'> {
  // Without a schema any value is a body (3.1, section 4.8.14).
  const any = () => schemas.define(wanted, `${cursor.place} (any)`, true, cursor)
  switch (kind) {
    case 'binary':
      return {}
    case 'text':
      return schema && isText(target) ? { schema: schemas.named(schema, wanted) } : {}
    case 'sequential': {
      const isArray = target?.get('items') !== undefined
      const one = item ?? (isArray && schema ? resolve(schema)?.get('items') : schema)
      return { schema: one ? schemas.named(one, `${wanted}Item`) : any() }
    }
    case 'multipart':
      return { schema: schema ? schemas.named(schema, wanted) : any(), ...filesOf(target) }
    default:
      return { schema: schema ? schemas.named(schema, wanted) : any() }
  }
}

const SEQUENTIAL =
  /^(text\/event-stream|application\/(x-)?(jsonl|jsonlines|ndjson|json-seq)|.*\+json-seq)$/
const TEXT =
  /^(text\/.*|application\/(xml|yaml|x-yaml|javascript|graphql|sql|toml)|.*\+(xml|yaml))$/
const WILD = /^(\*|application)\/\*$/

/** What a body of a media type is; a type that says little is what its schema says. */
function kindOf(mediaType: string, schema: Cursor | undefined): MediaKind {
  if (/^[\w.+-]+\/([\w.+-]+\+)?json$/.test(mediaType)) return 'json'
  if (SEQUENTIAL.test(mediaType)) return 'sequential'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType.startsWith('multipart/')) return 'multipart'
  if (isBinary(schema)) return 'binary'
  if (TEXT.test(mediaType)) return 'text'
  const isVague = WILD.test(mediaType) || mediaType.startsWith('application/vnd.')
  if (isVague && (isStructured(schema) || schema === undefined)) return 'json'
  return isVague && isText(schema) ? 'text' : 'binary'
}

/** Following a reference that leads nowhere is told where the schema is read. */
function resolveQuietly(schema: Cursor): Cursor | undefined {
  return resolve(schema.quiet())
}

/** Two ranges may differ in parameters only; the first one stands. */
function withoutRepetition(found: MediaType[], content: Cursor | undefined): MediaType[] {
  return found.filter(({ mediaType }, index) => {
    const isFirst = found.findIndex((each) => each.mediaType === mediaType) === index
    if (!isFirst && content !== undefined) {
      const message = `${mediaType} is there twice, with other parameters; the first one stands`
      content.report.warn(content, message, 'remove one')
    }
    return isFirst
  })
}
