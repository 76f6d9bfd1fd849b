import { EVENT_FIELDS, type Framing } from '../../../openapi/framing.js'
import type { MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { isText } from './body-schemas.js'

const EVENTS = 'text/event-stream'
const LINES = /^application\/(x-)?(jsonl|jsonlines|ndjson)$/
const RECORDS = /^(application\/json-seq|.*\+json-seq)$/

/** True if a body of the media type is a sequence of items, whatever its schema. */
export function isSequential(mediaType: string): boolean {
  return mediaType === EVENTS || LINES.test(mediaType) || RECORDS.test(mediaType)
}

/** Framing of the items of a sequential media type (3.2, section 4.14.3). */
export function framingOf(
  mediaType: string,
  schema: Cursor | undefined,
): Pick<MediaType, 'framing'> {
  if (mediaType === EVENTS) return { framing: eventsOf(schema && resolve(schema.quiet())) }
  if (LINES.test(mediaType)) return { framing: 'lines' }
  return RECORDS.test(mediaType) ? { framing: 'records' } : {}
}

/** The schema may describe an event with its fields, or its data: documents have both. */
function eventsOf(schema: Cursor | undefined): Framing {
  if (schema === undefined || isEvent(schema)) return 'events'
  const items = schema.get('items')
  const one = (items && resolve(items.quiet())) ?? schema
  if (isText(one)) return 'texts'
  return isEvent(one) ? 'events' : 'data'
}

const MAX_DEPTH = 4

/** True if all properties of a schema are fields of events. */
function isEvent(schema: Cursor, depth = 0): boolean {
  const names = (schema.get('properties')?.entries() ?? []).map(([name]) => name)
  if (names.length > 0) {
    return names.every((name) => EVENT_FIELDS.includes(name)) && /data|event/.test(names.join())
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => schema.get(word)?.elements() ?? [])
  return parts.some((part) => {
    const cursor = depth < MAX_DEPTH ? resolve(part.quiet()) : undefined
    return cursor !== undefined && isEvent(cursor, depth + 1)
  })
}
