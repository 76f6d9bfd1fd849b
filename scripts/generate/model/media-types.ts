import type { Cursor } from './cursor.js'
import type { MediaType } from './model.js'
import type { Schemas } from './schemas.js'

/** The media types of a `content` map; `wanted` is the name for a schema that stands inline. */
export function readContent(
  content: Cursor | undefined,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  return (content?.entries() ?? []).flatMap(([range, cursor]) => {
    const schema = cursor.get('schema')
    return readMediaType(range, cursor, () => {
      if (schema !== undefined) return schemas.named(schema, wanted)
      // Without a schema any JSON value is a body (3.1, section 4.8.14).
      return schemas.define(wanted, `${cursor.place} (any)`, true, cursor)
    })
  })
}

/** One media type; its schema is named only if the media type is carried. */
export function readMediaType(range: string, place: Cursor, schema: () => string): MediaType[] {
  const mediaType = (range.split(';')[0] as string).trim().toLowerCase()
  if (/^application\/([\w.+-]+\+)?json$/.test(mediaType)) return [{ mediaType, schema: schema() }]
  const what = `media type ${JSON.stringify(range)}`
  place.report.unsupported(place, 'media-type', what, 'use application/json')
  return []
}
