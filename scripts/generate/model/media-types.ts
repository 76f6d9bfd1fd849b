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
    const mediaType = range.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!/^application\/([\w.+-]+\+)?json$/.test(mediaType)) {
      cursor.report.unsupported(
        cursor,
        `media type ${JSON.stringify(range)}`,
        'use application/json',
      )
      return []
    }
    const schema = cursor.get('schema')
    if (schema === undefined) {
      cursor.report.unsupported(cursor, 'media type without a schema', 'add a schema')
      return []
    }
    return { mediaType, schema: schemas.named(schema, wanted) }
  })
}
