import { EVENT_FIELDS, type Framing } from '../../../openapi/framing.js'
import { isJson, type MediaKind } from '../../../openapi/media-type.js'
import type { MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'

const TEXT =
  /^(text\/.*|application\/(xml|yaml|x-yaml|javascript|graphql|sql|toml)|.*\+(xml|yaml))$/
/**
 * Kind of a media type's body; the schema decides for a vague media type. Without one a handler may send any value,
 * and what it receives has the media type that a client chooses: bytes.
 */
export function mediaKindOf(
  mediaType: string,
  schema: Cursor | undefined,
  isReceived = false,
): MediaKind {
  if (isJson(mediaType)) return 'json'
  // A text describes all lines: each of them is JSON, which is none.
  const isWhole = isBinary(schema) || isText(schema)
  const isLines = LINES.test(mediaType) || RECORDS.test(mediaType)
  if (EVENTS.test(mediaType) || (isLines && !isWhole)) return 'sequential'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType.startsWith('multipart/')) return 'multipart'
  if (isBinary(schema)) return 'binary'
  if (TEXT.test(mediaType)) return 'text'
  const isVague =
    /^(\*|application)\/\*$/.test(mediaType) || mediaType.startsWith('application/vnd.')
  const isValue = schema === undefined ? !isReceived : isStructured(schema)
  if (isVague && isValue) return 'json'
  return (isVague || isLines) && isText(schema) ? 'text' : 'binary'
}

/** Items are those of a sequence (3.2, section 4.14.3); in one value they are taken for its elements. */
export function kindWithItems(
  mediaType: string,
  target: Cursor | undefined,
  item: Cursor | undefined,
  isReceived?: boolean,
): MediaKind {
  const kind = mediaKindOf(mediaType, target, isReceived)
  if (item === undefined) return kind
  if (kind === 'sequential' || /^multipart\/(?!form-data$)/.test(mediaType)) return 'sequential'
  const message = `\`itemSchema\` is about the items of a sequence, and ${mediaType} is one value`
  const isList = kind === 'json' && target === undefined
  const reading = isList ? 'taken for the schema of the elements of a list' : 'it is ignored'
  const advice = isList
    ? 'write `schema` with `type: array` and `items`, or a media type such as application/jsonl'
    : 'leave it out, or write a media type such as application/jsonl'
  item.warn(`${message}; ${reading}`, advice)
  return kind
}

/** True if a schema describes bytes (3.0, section 4.7.14.2; 3.1, section 4.8.14.2; 2.0, `file`). */
export function isBinary(schema: Cursor | undefined): boolean {
  const { type, format, contentMediaType, contentEncoding } = Object(schema?.value)
  if (type === 'file') return true
  const isString = type === undefined || [type].flat().includes('string')
  if (!isString) return false
  if (format === 'binary' || contentEncoding === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined
}

export function isText(schema: Cursor | undefined): boolean {
  const { type, enum: values } = Object(schema?.value)
  if (type !== undefined) return type === 'string'
  return Array.isArray(values) && values.every((each) => typeof each === 'string')
}

/** True for a schema that only a list or an object satisfies, as far as its own keywords say. */
export function isListOrObject(schema: Cursor | undefined): boolean {
  const { type, enum: values, properties, items } = Object(schema?.value)
  if (type === undefined) return values === undefined && (properties ?? items) !== undefined
  const types = [type].flat().filter((each) => each !== 'null')
  return types.length > 0 && types.every((each) => each === 'object' || each === 'array')
}

export function isAnyText(schema: Cursor | undefined): boolean {
  const { type, ...rest } = Object(schema?.value)
  return type === 'string' && Object.keys(rest).every((keyword) => WORDS.has(keyword))
}

const WORDS = new Set(['title', 'description', 'example', 'examples', 'deprecated'])

export function isStructured(schema: Cursor | undefined): boolean {
  if (schema?.value === true) return true
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } = Object(
    schema?.value,
  )
  if (type !== undefined) return ![type].flat().some((each) => each === 'string' || each === 'file')
  return (properties ?? items ?? allOf ?? anyOf ?? oneOf ?? additionalProperties) !== undefined
}

const EVENTS = /^text\/event-stream$/
const LINES = /^application\/(x-)?(jsonl|jsonlines|ndjson)$/
const RECORDS = /^(application\/json-seq|.*\+json-seq)$/

/** Framing of the items of a sequential media type (3.2, section 4.14.3). */
export function framingOf(
  mediaType: string,
  schema: Cursor | undefined,
): Pick<MediaType, 'framing'> {
  if (EVENTS.test(mediaType)) return { framing: eventsOf(schema && resolve(schema.quiet())) }
  if (LINES.test(mediaType)) return { framing: 'json-lines' }
  return RECORDS.test(mediaType) ? { framing: 'json-seq' } : {}
}

/** The schema may describe an event with its fields, or its data: documents have both. */
function eventsOf(schema: Cursor | undefined): Framing {
  if (schema === undefined || isEvent(schema)) return 'event-stream'
  const items = schema.get('items')
  const one = (items && resolve(items.quiet())) ?? schema
  if (isText(one)) return 'event-stream-text'
  return isEvent(one) ? 'event-stream' : 'event-stream-json'
}

const MAX_DEPTH = 4

/** True if all properties of a schema are fields of events. */
function isEvent(schema: Cursor, depth = 0): boolean {
  const names = (schema.get('properties')?.entries() ?? []).map(([name]) => name)
  if (names.length > 0) {
    return names.every((name) => EVENT_FIELDS.includes(name)) && /data|event/.test(names.join())
  }
  return schema.parts('allOf', 'oneOf', 'anyOf').some((part) => {
    const cursor = depth < MAX_DEPTH ? resolve(part.quiet()) : undefined
    return cursor !== undefined && isEvent(cursor, depth + 1)
  })
}
