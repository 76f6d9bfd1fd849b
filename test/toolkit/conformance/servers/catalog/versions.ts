import { isObject, type Json, type JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Call } from '../kernel/points.js'
import type { Book, CatalogPoints } from './points.js'

/** The parts that tell versions apart, and make new ones. */
export function versions(p: CatalogPoints) {
  return {
    etagOf: ({ id, revision }: Book) => `"${id.slice(0, 8)}-${revision}"`,

    isListed: (tags: string, etag: string) =>
      tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag),

    checkIfMatch({ parameters }: Call, book: Book) {
      const wanted = parameters['if-match']
      if (wanted === undefined || p.isListed(wanted as string, p.etagOf(book))) return
      throw new Failure(412, 'The book has another version.')
    },

    /** RFC 7396. */
    merge(target: Json | undefined, patch: Json): Json {
      if (!isObject(patch)) return patch
      const merged: JsonObject = isObject(target) ? { ...target } : {}
      for (const [name, value] of Object.entries(patch)) {
        if (value === null) delete merged[name]
        else merged[name] = p.merge(merged[name], value)
      }
      return merged
    },
  }
}
