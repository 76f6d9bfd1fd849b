import { isObject, type JsonObject } from '../../openapi/json.js'
import { meantName } from '../../shared/spelling.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { DocumentError } from '../diagnostics/problems.js'
import { load } from '../load/load.js'
import type { Source } from '../load/source.js'
import { ShapedFiles } from './files.js'
import { type Filtered, filterOperations, type OperationFilter } from './operation-filter.js'
import { Overlay } from './overlay.js'
import { removeNames, removeUnused } from './unused-components.js'

/** Changes of a document that is not one's own, before it is read. */
export interface ShapeOptions extends OperationFilter {
  /** Files of overlays, applied one after the other. */
  readonly overlays: readonly string[]
}

/**
 * Changes the first file of a document by overlays, and then leaves out operations, wherever they are.
 *
 * @throws {DocumentError} for an overlay that is wrong, and a name that no operation has.
 */
export function shapeDocument(
  source: Source,
  { overlays = [], only = [], without = [] }: Partial<ShapeOptions>,
  report: Diagnostics,
  opened: (file: string) => void,
): void {
  const read = overlays.map((file) => new Overlay(load(file, opened), report))
  // What is no object is reported when it is read.
  if (!isObject(source.value)) return
  const files = new ShapedFiles()
  const document = files.valueOf(source) as object
  for (const overlay of read) overlay.apply(document)
  const names = [...only, ...without]
  if (names.length > 0) {
    const filtered = filterOperations(source, { only, without }, files)
    for (const name of names) refuseUnknown(source, name, filtered)
    if (filtered.kept === 0) throw wrong(source, 'no operation is left', 'leave out less')
    removeNames(files.valueOf(source) as JsonObject, filtered.unused)
    removeUnused(source, files)
  }
}

const MOST = 20

function refuseUnknown(source: Source, name: string, { tags, operationIds }: Filtered): void {
  if (tags.has(name) || operationIds.has(name)) return
  const near = meantName(name, new Set([...tags, ...operationIds]))
  const meant = near === undefined ? '' : `did you mean ${near}? `
  const all = [...(tags.size > 0 ? tags : operationIds)].slice(0, MOST)
  const advice = all.length > 0 ? `${meant}use ${all.join(', ')}` : 'the operations have neither'
  throw wrong(source, `no operation has the tag or operationId ${JSON.stringify(name)}`, advice)
}

function wrong(source: Source, message: string, advice: string): DocumentError {
  return new DocumentError([{ family: 'wrong', source, pointer: '#/paths', message, advice }])
}
