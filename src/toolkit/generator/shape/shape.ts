import { isObject } from '../../openapi/json.js'
import { nearest } from '../../shared/nearest.js'
import { type Diagnostic, DocumentError } from '../diagnostics/problems.js'
import { load } from '../load/load.js'
import type { Source } from '../load/source.js'
import { DocumentCopy } from './copy.js'
import { Overlay } from './overlay.js'
import { filterByTags, type TagFilter } from './tag-filter.js'
import { removeUnused } from './unused-components.js'

/** Changes of a document that is not one's own, before it is read. */
export interface ShapeOptions extends TagFilter {
  /** Files of overlays, applied one after the other. */
  readonly overlays: readonly string[]
}

/**
 * Changes the first file of a document by overlays and tags; other files stay as they are.
 *
 * @returns warnings.
 * @throws {DocumentError} for an overlay that is wrong, and a tag that no operation has.
 */
export function shapeDocument(
  source: Source,
  { overlays, ...filter }: ShapeOptions,
  opened: (file: string) => void,
): readonly Diagnostic[] {
  const read = overlays.map((file) => new Overlay(load(file, opened)))
  const copy = new DocumentCopy(source.value)
  const document = copy.value
  // What is no object is reported when it is read.
  if (!isObject(document)) return []
  for (const overlay of read) overlay.apply(document)
  const tags = [...filter.only, ...filter.without]
  if (tags.length > 0) {
    const known = filterByTags(document, filter)
    for (const tag of tags) if (!known.has(tag)) throw unknownTag(source, tag, known)
    removeUnused(document)
  }
  source.reshape(document, (locate) => copy.locate(locate))
  return read.flatMap(({ warnings }) => warnings)
}

/** Number of tags in a message. */
const MOST = 20

function unknownTag(source: Source, tag: string, known: ReadonlySet<string>): DocumentError {
  const names = [...known].slice(0, MOST)
  const near = nearest(tag, known)
  const meant = near === undefined ? '' : `did you mean ${near}? `
  const advice =
    names.length > 0 ? `${meant}use ${names.join(', ')}` : 'the operations have no tags'
  const message = `no operation has the tag ${JSON.stringify(tag)}`
  return new DocumentError([{ family: 'wrong', source, pointer: '#/paths', message, advice }])
}
