import { Diagnostics } from './diagnostics/diagnostics.js'
import type { Diagnostic } from './diagnostics/problems.js'
import { emitClient } from './emit/emit-client.js'
import { emitCodecs } from './emit/emit-codecs.js'
import { emitContract } from './emit/emit-contract.js'
import { emitConversions } from './emit/emit-conversions.js'
import { emitDocument } from './emit/emit-document.js'
import { emitOperations } from './emit/emit-operations.js'
import { emitOutgoing } from './emit/emit-outgoing.js'
import { emitRouteSchemas } from './emit/emit-route-schemas.js'
import { emitSchemas } from './emit/emit-schemas.js'
import { emitSerializers } from './emit/emit-serializers.js'
import { emitTypes } from './emit/emit-types.js'
import { emitValidators } from './emit/emit-validators.js'
import type { GenerateOptions } from './generate-options.js'
import { load } from './load/load.js'
import type { Source } from './load/source.js'
import type { Model } from './model/model.js'
import { typedFormats } from './model/typed-formats.js'
import { filePlaceholders } from './passes/file-schemas.js'
import { runPasses } from './passes/passes.js'
import type { Language, Output } from './print/imports.js'
import type { GeneratedFile } from './print/print.js'
import { readModel } from './read/read-model.js'
import { type ShapeOptions, shapeDocument } from './shape/shape.js'
import { sortedByName } from './shared/names.js'

const emitters = [
  emitDocument,
  emitClient,
  emitCodecs,
  emitContract,
  emitOperations,
  emitOutgoing,
  emitConversions,
  emitRouteSchemas,
  emitSchemas,
  emitSerializers,
  emitTypes,
  emitValidators,
]

/** Emitters of nothing but types. */
const TYPES = new Set<unknown>([emitClient, emitOperations, emitOutgoing, emitTypes])

const RUNTIME = 'fastify-contract/codegen'

const COMMAND = 'npx fastify-contract generate'

/** Generated code of a document, before any of it is written. */
export interface Generated {
  readonly model: Model
  readonly files: readonly GeneratedFile[]
  /** Problems that did not stop the generator. */
  readonly warnings: readonly Diagnostic[]
}

/**
 * Generates everything from one document, in memory.
 *
 * @param spec - The document's file.
 * @throws {DocumentError} with every problem of the document.
 */
export function generate(spec: string, options: GenerateOptions = {}): Generated {
  const { observer, root, shape } = options
  const opened = (file: string) => observer?.opened?.(file)
  const source = load(spec, opened, root)
  const isShaped = Object.values(shape ?? {}).some(({ length }) => length > 0)
  const told = isShaped ? shapeDocument(source, { ...UNSHAPED, ...shape }, opened) : []
  return generateFrom(source, options, told)
}

const NO_FORMATS = {}

const UNSHAPED: ShapeOptions = { overlays: [], only: [], without: [] }

/** The same from a document that is in memory already; `told`: warnings about it. */
export function generateFrom(
  source: Source,
  options: GenerateOptions = {},
  told: readonly Diagnostic[] = [],
): Generated {
  const { ignore = [], all, client = false, observer = {} } = options
  const { int64 = 'bigint', discriminator = 'lenient', formats = NO_FORMATS } = options
  const settings = { int64, discriminator, formats: typedFormats(formats) }
  const output = outputOf(options)
  const { language } = output
  const wanted = emitters.filter((emit) => {
    return (client || emit !== emitClient) && (language === 'typescript' || !TYPES.has(emit))
  })
  const stages = wanted.length + 1
  const report = new Diagnostics(ignore, all)
  report.repeat(told)
  observer.stage?.('model', 1, stages)
  const { file } = options
  const read = readModel(source, report, settings)
  const model = filePlaceholders(runPasses({ ...read, ...(file && { file }) }, report))
  const files = wanted.flatMap((emit, index) => {
    const name = emit.name.replace('emit', '').toLowerCase()
    observer.stage?.(name, index + 2, stages, model.operations.length)
    return emit(model, output)
  })
  const { warnings } = report
  return { model, files: sortedByName(files.map(renamed(language)), ({ name }) => name), warnings }
}

function outputOf({
  runtime = RUNTIME,
  language = 'typescript',
  importExtension = 'js',
  command = COMMAND,
}: GenerateOptions): Output {
  const extension = language === 'typescript' ? importExtension : 'js'
  return { runtime, language, extension, command }
}

/** Emitters call a module after its source in TypeScript. */
function renamed(language: Language): (file: GeneratedFile) => GeneratedFile {
  if (language === 'typescript') return (file) => file
  return ({ name, text }) => ({ name: name.replace(/\.ts$/, '.js'), text })
}
