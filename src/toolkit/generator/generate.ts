import type { Diagnostic } from './diagnostics/problems.js'
import { documentModel } from './document-model.js'
import { emitClient } from './emit/emit-client.js'
import { emitContract } from './emit/emit-contract.js'
import { emitCodecs } from './emit/emit-conversions.js'
import { emitDocument } from './emit/emit-document.js'
import { emitOperations, emitOutgoing } from './emit/emit-operations.js'
import { emitRouteSchemas } from './emit/emit-route-schemas.js'
import { emitSchemas } from './emit/emit-schemas.js'
import { emitTypes } from './emit/emit-types.js'
import type { GenerateOptions } from './generate-options.js'
import type { Source } from './load/source.js'
import type { Model } from './model/model.js'
import { filePlaceholders } from './passes/file-schemas.js'
import type { Output } from './print/imports.js'
import type { GeneratedFile } from './print/print.js'
import { sortedByName } from './shared/names.js'

const emitters = [
  emitDocument,
  emitClient,
  emitCodecs,
  emitContract,
  emitOperations,
  emitOutgoing,
  emitRouteSchemas,
  emitSchemas,
  emitTypes,
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
  return generateFrom(spec, options)
}

/** The same from a document that may be in memory already. */
export function generateFrom(spec: string | Source, options: GenerateOptions = {}): Generated {
  const { client = false, runtime = RUNTIME, language = 'typescript', command = COMMAND } = options
  const isTyped = language === 'typescript'
  const extension = isTyped ? (options.importExtension ?? 'js') : 'js'
  const output: Output = { runtime, language, extension, command }
  const wanted = emitters.filter((emit) => {
    return (client || emit !== emitClient) && (isTyped || !TYPES.has(emit))
  })
  const read = documentModel(spec, options)
  const model = filePlaceholders(read.model)
  const files = wanted
    .flatMap((emit) => emit(model, output))
    // Emitters call a module after its source in TypeScript.
    .map(({ name, text }) => ({ name: isTyped ? name : name.replace(/\.ts$/, '.js'), text }))
  return { model, files: sortedByName(files, ({ name }) => name), warnings: read.warnings }
}
