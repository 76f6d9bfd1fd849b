import { type Diagnostic, Diagnostics } from './diagnostics/diagnostics.js'
import { emitContract } from './emit/emit-contract.js'
import { emitConversions } from './emit/emit-conversions.js'
import { emitDocument } from './emit/emit-document.js'
import { emitOperations, emitOutgoing } from './emit/emit-operations.js'
import { emitSchemas } from './emit/emit-schemas.js'
import { emitSerializers } from './emit/emit-serializers.js'
import { emitTypes } from './emit/emit-types.js'
import { emitValidators } from './emit/emit-validators.js'
import { Outdated } from './incremental/operation-cache.js'
import { NO_CACHE } from './incremental/print-cache.js'
import type { Session } from './incremental/session.js'
import { load } from './load/load.js'
import type { Source } from './load/source.js'
import type { Model } from './model/model.js'
import { runPasses } from './passes/passes.js'
import type { Extension, Language, Output } from './print/imports.js'
import type { GeneratedFile } from './print/print.js'
import { readModel } from './read/read-model.js'
import { sortedByName } from './shared/names.js'

const emitters = [
  emitDocument,
  emitContract,
  emitOperations,
  emitOutgoing,
  emitConversions,
  emitSchemas,
  emitSerializers,
  emitTypes,
  emitValidators,
]

/** Emitters of nothing but types. */
const TYPES = new Set<unknown>([emitOperations, emitOutgoing, emitTypes])

/** The runtime's entry for generated code. */
const RUNTIME = 'fastify-contract/codegen'

/** The command that generates, where nobody says which. */
const COMMAND = 'npx fastify-contract generate'

/** Generated code of a document, before any of it is written. */
export interface Generated {
  readonly model: Model
  readonly files: readonly GeneratedFile[]
  /** Problems that did not stop the generator. */
  readonly warnings: readonly Diagnostic[]
}

/** Listener for the progress of a run. */
export interface Observer {
  /** A file of the document is about to be read. */
  opened?(file: string): void
  /** A stage begins, the nth of so many; how many operations there are, once that is known. */
  stage?(name: string, n: number, of: number, operations?: number): void
}

/** Options of the generator. */
export interface GenerateOptions {
  /** Features to leave out where they are not supported. */
  readonly ignore?: readonly string[]
  /**
   * TypeScript type of an int64. As a `number` it is refused where no number is equal to it.
   *
   * @defaultValue `'bigint'`
   */
  readonly int64?: Model['int64']
  /**
   * The folder that every file of the document is in: a reference that leads out of it is refused.
   *
   * @defaultValue the folder of the document
   */
  readonly root?: string | undefined
  /** True to report every problem of a kind, not ten and the number of the others. */
  readonly all?: boolean
  /**
   * Module specifier of the runtime in generated code.
   *
   * @defaultValue `'fastify-contract/codegen'`
   */
  readonly runtime?: string
  /**
   * Language of the code. As `'javascript'` it runs as it is, without a compiler, and the files
   * that hold nothing but types are left out.
   *
   * @defaultValue `'typescript'`
   */
  readonly language?: Language
  /**
   * End of import specifiers in TypeScript: `ts` for users who run it without compiling it.
   *
   * @defaultValue `'js'`
   */
  readonly importExtension?: Extension
  /**
   * The command that the headers of the files name.
   *
   * @defaultValue `'npx fastify-contract generate'`
   */
  readonly command?: string
  /**
   * Name of the document in the headers.
   *
   * @defaultValue its file, as it is found from the working directory
   */
  readonly file?: string
  /** Told what happens meanwhile. */
  readonly observer?: Observer
  /** Results of earlier runs with the same options. */
  readonly session?: Session
}

/**
 * Generates everything from one document, in memory.
 *
 * @param spec - The document's file.
 * @throws {DocumentError} with every problem of the document.
 */
export function generate(spec: string, options: GenerateOptions = {}): Generated {
  const { observer, session, root } = options
  const opened = (file: string) => observer?.opened?.(file)
  const source = session ? session.load(spec, opened, root) : load(spec, opened, root)
  try {
    return generateFrom(source, options)
  } catch (error) {
    if (!(error instanceof Outdated)) {
      session?.clear()
      throw error
    }
    session?.forget()
    return generateFrom(source, options)
  }
}

/** The same from a document that is in memory already. */
export function generateFrom(source: Source, options: GenerateOptions = {}): Generated {
  const { ignore = [], int64 = 'bigint', all, observer = {}, session } = options
  const output = outputOf(options)
  const { language } = output
  const wanted = emitters.filter((emit) => language === 'typescript' || !TYPES.has(emit))
  const stages = wanted.length + 1
  const report = new Diagnostics(ignore, all)
  observer.stage?.('model', 1, stages)
  const { file } = options
  const read = readModel(source, report, int64, session?.operations)
  const passed = runPasses({ ...read, ...(file && { file }) }, report)
  const model = session?.keep(passed) ?? passed
  const files = wanted.flatMap((emit, index) => {
    const name = emit.name.replace('emit', '').toLowerCase()
    observer.stage?.(name, index + 2, stages, model.operations.length)
    return emit(model, output, session?.texts ?? NO_CACHE)
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
