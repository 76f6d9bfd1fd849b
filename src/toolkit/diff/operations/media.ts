import type { MediaType } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { mediaTable } from '../../openapi/media-name.js'
import { findMedia } from '../../openapi/media-type.js'
import type { ComparedDocument } from '../compared-document.js'

/** The entry of some content for a media type of the other document. */
export function sameMedia(content: readonly MediaType[], media: MediaType): MediaType | undefined {
  const { mediaType: essence, parameters = {} } = media
  return findMedia(mediaTable(content), { essence, parameters })
}

/** The schema of a media type; one that accepts everything where it has none. */
export function schemaOfMedia({ contract }: ComparedDocument, { schema }: MediaType): PlacedSchema {
  if (schema === undefined) return { schema: true, pointer: '#' }
  return { schema: contract.reference(schema), pointer: contract.pointerOf(schema) }
}

/** True if the scalars of a body are written as texts. */
export function isTextual({ kind }: MediaType): boolean {
  return kind === 'form' || kind === 'multipart'
}
