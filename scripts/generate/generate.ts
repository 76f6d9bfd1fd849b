import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Diagnostic, Diagnostics } from './diagnostics.js'
import { emitContract } from './emit/emit-contract.js'
import { emitDocument } from './emit/emit-document.js'
import { emitInt64 } from './emit/emit-int64.js'
import { emitOperations } from './emit/emit-operations.js'
import { emitSchemas } from './emit/emit-schemas.js'
import { emitSerializers } from './emit/emit-serializers.js'
import { emitTypes } from './emit/emit-types.js'
import { emitValidators } from './emit/emit-validators.js'
import type { GeneratedFile } from './emit/print.js'
import { load } from './load/load.js'
import type { Source } from './load/source.js'
import { buildModel } from './model/build.js'
import type { Model } from './model/model.js'

/** What a document becomes, before any of it is on the disk. */
export interface Generated {
  readonly model: Model
  readonly files: readonly GeneratedFile[]
  /** What the user should know, and what did not stop the generator. */
  readonly warnings: readonly Diagnostic[]
}

/** What the user may choose. */
export interface GenerateOptions {
  /** Features to leave out where they are not supported. */
  readonly ignore?: readonly string[]
  /**
   * What an int64 is in TypeScript. As a `number` it is refused where no number is equal to it.
   *
   * @defaultValue `'bigint'`
   */
  readonly int64?: Model['int64']
}

/**
 * Generates everything from one document, in memory.
 *
 * @param spec - The document's file.
 * @param out - The folder that the files are meant for; decides how they import the runtime.
 * @throws {DocumentError} with every problem of the document.
 */
export function generate(spec: string, out: string, options?: GenerateOptions): Generated {
  return generateFrom(load(spec), out, options)
}

/** The same from a document that is in memory already. */
export function generateFrom(
  source: Source,
  out: string,
  { ignore = [], int64 = 'bigint' }: GenerateOptions = {},
): Generated {
  const report = new Diagnostics(ignore)
  const model = buildModel(source, report, int64)
  report.stopIfAny()
  const runtime = runtimeSpecifier(out)
  const emitters = [
    emitContract,
    emitInt64,
    emitOperations,
    emitSchemas,
    emitSerializers,
    emitTypes,
    emitValidators,
  ]
  const files = [emitDocument(model), ...emitters.flatMap((emit) => emit(model, runtime))]
  return {
    model,
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    warnings: report.warnings,
  }
}

/** The package's root: this file is `dist/scripts/generate/generate.js` when it runs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A folder of this package imports the runtime by path, any other by the package's name. */
function runtimeSpecifier(out: string): string {
  const inside = path.relative(ROOT, path.resolve(out))
  if (inside.startsWith('..') || path.isAbsolute(inside)) return 'plant-store/contract'
  const up = path.relative(path.resolve(out), path.join(ROOT, 'src/contract/index.js'))
  return up.split(path.sep).join('/')
}
