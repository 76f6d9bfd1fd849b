import { mediaTable } from '../../openapi/media-name.js'
import { findMedia, parseMediaType } from '../../openapi/media-type.js'
import { memoize } from '../../shared/memoize.js'
import type { MediaType, Operation } from '../document/contract.js'
import { concreteType } from './write-body.js'

/** The media types of a body that the kit can write, JSON first; no range whose type another one describes. */
export function writable({ requestBody }: Operation): readonly MediaType[] {
  return requestBody === undefined ? [] : writableIn(requestBody.content)
}

const writableIn = memoize((content: readonly MediaType[]): readonly MediaType[] => {
  const table = mediaTable(content)
  const isOwn = (media: MediaType) => {
    const type = parseMediaType(concreteType(media))
    return type === undefined || findMedia(table, type) === media
  }
  const isKnown = ({ kind, mediaType }: MediaType) =>
    kind !== 'multipart' || mediaType === 'multipart/form-data'
  const known = content.filter((media) => isKnown(media) && isOwn(media))
  return [
    ...known.filter(({ kind }) => kind === 'json'),
    ...known.filter(({ kind }) => kind !== 'json'),
  ]
})
