import { nameOfMedia, parametersIn } from '../../../openapi/media-name.js'
import { essenceOf } from '../../../openapi/media-type.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { MediaType, TextMediaType, ValueMediaType } from '../../model/model.js'
import { pascalCase, sortedByName } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { isReadAsSchema } from '../document/object-kinds.js'
import { followed, referenced } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { allowsType, coercionOf } from './coercion.js'
import { filesOf } from './file-members.js'
import { fieldsOf, reportPartHeaders } from './form-fields.js'
import { framingOf, isAnyText, isListOrObject, kindWithItems } from './media-kind.js'
import {
  isNamed,
  reportBytes,
  reportForm,
  reportListRules,
  reportMisspelt,
  reportOrdered,
  reportParameters,
  reportText,
} from './media-reports.js'

/** Media types of a `content` map; `wanted` is the name of an inline schema. */
export function readContent(
  content: Cursor,
  wanted: string,
  schemas: Schemas,
  isReceived = false,
): MediaType[] {
  const found = content.entries().flatMap(([range, reference]) => {
    if (!isNamed(range, reference)) return []
    const cursor = referenced(reference)?.withFields()
    if (cursor === undefined) return []
    const [schema, item] = [schemaOf(cursor), cursor.get('itemSchema')]
    const encoding = followed(cursor.get('encoding'))
    const isAlone = content.entries().length === 1
    const source = { cursor, schema, item, encoding, isReceived, isAlone, wanted, schemas }
    return readMediaType(range, source)
  })
  return withoutRepetition(found, content)
}

/** The schema of a media type; some documents have its keywords in the place of `schema`. */
function schemaOf(media: Cursor): Cursor | undefined {
  if (!isReadAsSchema('mediaType', media)) return media.get('schema')
  media.warn('this is a schema; taken for that of the media type', 'write it under `schema`')
  return media
}

interface MediaSource {
  readonly cursor: Cursor
  readonly schema: Cursor | undefined
  /** Schema of one item (3.2, section 4.14.2). */
  readonly item?: Cursor | undefined
  readonly encoding?: Cursor | undefined
  /** True for the body of a request. */
  readonly isReceived?: boolean
  /** False for one of several. */
  readonly isAlone?: boolean
  /** The name of an inline schema. */
  readonly wanted: string
  readonly schemas: Schemas
}

export function readMediaType(range: string, source: MediaSource): MediaType[] {
  const { cursor, schema, item, isAlone = true, schemas } = source
  const mediaType = essenceOf(range)
  if (!isNamed(range, cursor)) return []
  reportMisspelt(mediaType, cursor)
  const target = schema && resolve(schema.quiet())
  const kind = kindWithItems(mediaType, target, item, source.isReceived)
  if (kind !== 'form' && !mediaType.startsWith('multipart/')) {
    const message = `\`encoding\` is about the members of a form, and ${mediaType} has none: it is ignored`
    source.encoding?.warn(message, 'leave it out', { once: true })
  }
  const parameters = parametersIn(range)
  reportParameters(kind, range, cursor)
  const wanted = isAlone || kind === 'json' ? source.wanted : `${source.wanted}${pascalCase(kind)}`
  const read = readSchema({ kind, mediaType }, target, { ...source, wanted })
  schemas.takeExamples(cursor, read.schema ?? true)
  const framing = kind === 'sequential' && framingOf(mediaType, item ?? schema)
  const given = Object.keys(parameters).length > 0 && { parameters }
  return [{ mediaType, ...given, ...framing, ...read }]
}

/** Media types of Swagger 2.0, all of one schema. */
export function readMediaTypes(ranges: readonly string[], source: MediaSource): MediaType[] {
  const found = ranges.flatMap((range) => readMediaType(range, source))
  return withoutRepetition(found, source.cursor, true)
}

/** What a media type is, and what its schema says of it. */
type KindOfMedia = Omit<ValueMediaType, 'mediaType'> | Omit<TextMediaType, 'mediaType'>

function readSchema(
  { kind, mediaType }: Pick<MediaType, 'kind' | 'mediaType'>,
  target: Cursor | undefined,
  source: MediaSource,
): KindOfMedia {
  const { cursor, schema, item, encoding, wanted, schemas } = source
  // Without a schema the body is any value (3.1, section 4.8.14).
  const any = () => schemas.define(wanted, `${cursor.fullPointer} (any)`, true, cursor)
  switch (kind) {
    case 'binary':
      reportBytes(mediaType, schema, target)
      return { kind }
    case 'text':
      if (schema === undefined || isAnyText(schema)) return { kind }
      return { kind, ...textOf(mediaType, schema, target, source) }
    case 'sequential': {
      const isArray = target?.get('items') !== undefined
      if (isArray && item === undefined && schema) reportListRules(resolve(schema) as Cursor)
      const one = item ?? (isArray && schema ? resolve(schema)?.get('items') : schema)
      return { kind, schema: one ? schemas.named(one, `${wanted}Item`) : any() }
    }
    case 'form':
    case 'multipart': {
      if (kind === 'multipart') reportPartHeaders(encoding)
      if (mediaType === 'multipart/form-data') reportOrdered(cursor)
      const name = schema ? schemas.named(schema, wanted) : any()
      const parts = kind === 'multipart' ? target : undefined
      const { either, ...all } = filesOf(parts, encoding, schemas, cursor.report)
      const isFile = (name: string) => Object.hasOwn(all.files ?? {}, name) && !either.has(name)
      const $ref = refToSchema(name)
      reportForm(cursor, mediaType, schema, allowsType({ $ref }, 'object', schemas))
      const fields = fieldsOf({ $ref }, encoding, isFile, schemas, cursor)
      return { kind, schema: name, ...all, ...fields }
    }
    default: {
      if (schema !== undefined) return { kind, schema: schemas.named(schema, wanted) }
      if (item === undefined) return { kind, schema: any() }
      const items = { $ref: refToSchema(schemas.named(item, `${wanted}Item`)) }
      const list = { type: 'array', items } as const
      const name = schemas.define(wanted, `${cursor.fullPointer} (list)`, list, cursor)
      return { kind, schema: name }
    }
  }
}

/** A text that is a scalar; OpenAPI does not say how a list or an object is written as one. */
function textOf(
  mediaType: string,
  schema: Cursor,
  target: Cursor | undefined,
  { wanted, schemas }: MediaSource,
): Pick<TextMediaType, 'schema' | 'scalars'> {
  if (!isListOrObject(target)) {
    const name = schemas.named(schema, wanted)
    const { scalars, array, object } = coercionOf({ $ref: refToSchema(name) }, schemas)
    const isString = scalars.every((scalar) => scalar === 'string')
    if (scalars.length > 0) {
      const others = array ? 'list' : object && 'object'
      if (others) reportText(schema, `${mediaType} is a text, which no ${others} of its schema is`)
      return { schema: name, ...(!isString && { scalars }) }
    }
  }
  const what = `${mediaType} is a text, and its schema that of a list or an object`
  reportText(schema, `${what}: it is not checked`)
  return {}
}

/** Keeps the first of several ranges that say the same, such as one with `charset=utf-8` and one without. */
function withoutRepetition(
  found: readonly MediaType[],
  content: Cursor,
  once = false,
): MediaType[] {
  // The order of parameters means nothing.
  const names = found.map(({ mediaType, parameters = {} }) => {
    return JSON.stringify([
      mediaType,
      ...sortedByName(Object.entries(parameters), ([name]) => name),
    ])
  })
  return found.filter((media, index) => {
    const isFirst = names.indexOf(names[index] as string) === index
    const message = `${nameOfMedia(media)} is there twice; the first one is used`
    if (!isFirst) content.warn(message, 'remove one', { once })
    return isFirst
  })
}
