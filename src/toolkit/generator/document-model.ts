import { Diagnostics } from './diagnostics/diagnostics.js'
import type { GenerateOptions } from './generate-options.js'
import { load } from './load/load.js'
import type { Source } from './load/source.js'
import { typedFormats } from './model/typed-formats.js'
import { runPasses } from './passes/passes.js'
import { readModel } from './read/read-model.js'
import { shapeDocument } from './shape/shape.js'

/** Options of a model. */
export type ModelOptions = Pick<
  GenerateOptions,
  'ignore' | 'all' | 'root' | 'shape' | 'int64' | 'formats' | 'file' | 'opened'
>

/**
 * Reads a document: the model as all emitters get it, before anything is emitted.
 *
 * @param spec - The document's file, or a source that is in memory already.
 * @throws {DocumentError} with every problem of the document.
 */
export function documentModel(spec: string | Source, options: ModelOptions = {}) {
  const { opened = () => {} } = options
  const { ignore, all, root, shape = {}, file, formats = {}, int64 = 'bigint' } = options
  const source = typeof spec === 'string' ? load(spec, opened, root) : spec
  const report = new Diagnostics(ignore, all)
  const isShaped = Object.values(shape).some(({ length }) => length > 0)
  if (isShaped) shapeDocument(source, shape, report, opened)
  const read = readModel(source, report, { int64, formats: typedFormats(formats) })
  const model = runPasses({ ...read, ...(file && { file }) }, report)
  return { model, source, warnings: report.warnings }
}
