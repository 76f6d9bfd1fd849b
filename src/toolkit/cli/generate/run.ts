import process from 'node:process'
import {
  count,
  type Diagnostic,
  DocumentError,
  formatDiagnostics,
} from '../../generator/diagnostics/diagnostics.js'
import { type Generated, generate } from '../../generator/generate.js'
import type { Session } from '../../generator/incremental/session.js'
import type { Model } from '../../generator/model/model.js'
import { checkStubs, type StubsTarget, writeStubs } from '../../generator/stubs/stubs.js'
import { ForeignFileError } from '../../generator/write/manifest.js'
import { apply, compare, type Difference } from '../../generator/write/write.js'
import { commandLine } from '../arguments/command-line.js'
import { commandOf, documentName } from '../project/command.js'
import { argumentsOf, type Options } from './options.js'
import { Progress, type Screen } from './progress.js'

/** What a run is part of. */
export interface Surroundings {
  /** When the run began, by `performance.now()`; 0 is the start of the process. */
  readonly since: number
  /** Told each file of the document, just before it is read. */
  opened?(file: string): void
  /** What earlier runs leave for this one. */
  readonly session?: Session
  /** Where progress is shown. */
  readonly screen?: Screen
}

/** One run of the generator: tells what it did or what is wrong, and returns the exit code. */
export async function run(options: Options, surroundings: Surroundings): Promise<number> {
  try {
    const generated = generateVisibly(options, surroundings)
    const { warnings } = generated
    if (warnings.length > 0) console.error(told(options, warnings))
    if (warnings.length > 0 && options.strict) {
      console.error(`${options.spec}: --strict: nothing is written; warnings: ${count(warnings)}`)
      return 1
    }
    const problems = options.check
      ? await check(options, generated)
      : await write(options, generated, surroundings)
    if (problems.length > 0) console.error(problems.join('\n'))
    return problems.length > 0 && options.check ? 1 : 0
  } catch (error) {
    console.error(explain(options, error))
    return 1
  }
}

function generateVisibly(options: Options, surroundings: Surroundings): Generated {
  const { spec, root, ignore, int64, importExtension, all } = options
  const progress = new Progress(surroundings.screen ?? process.stderr)
  const stage = progress.stage.bind(progress)
  try {
    const { session } = surroundings
    const observer = { ...surroundings, stage }
    const command = commandOf(options)
    const header = { command, file: documentName(options) }
    const wanted = { root, ignore, int64, importExtension, ...header, all, observer }
    return generate(spec, { ...wanted, ...(session && { session }) })
  } finally {
    progress.clear()
  }
}

/** One line for each problem, and how to have the rest where there are too many of a kind. */
function told({ spec }: Options, diagnostics: readonly Diagnostic[]): string {
  const lines = formatDiagnostics(diagnostics)
  const more = count(diagnostics) - diagnostics.length
  return more === 0
    ? lines
    : `${lines}\n${spec}: ${more} more problems like these; see all with --all`
}

/** What is not as it would be written. */
async function check(options: Options, { model, files }: Generated): Promise<string[]> {
  const { out, stubs, all: _all, strict: _strict, ...wanted } = options
  const { stale, obsolete } = await compare(out, files)
  const names = [...stale.map(({ name }) => name), ...obsolete]
  const remedy = (more: object) => commandLine('generate', argumentsOf({ ...wanted, out, ...more }))
  const told = `${out}: stale: ${names.join(', ')}; run ${remedy({})}`
  return [
    ...(names.length === 0 ? [] : [told]),
    ...(stubs === undefined ? [] : await checkStubs(model, stubs, remedy({ stubs }))),
  ]
}

/** Writes, and tells what; returns what is left to the user. */
async function write(
  { out, stubs, importExtension: extension }: Options,
  { model, files }: Generated,
  { since, session }: Surroundings,
): Promise<readonly string[]> {
  const difference = await compare(out, files, session?.known)
  await apply(out, difference, session?.known)
  const notes = stubs === undefined ? [] : await handlers(model, { out, folder: stubs, extension })
  const { length: operations } = model.operations
  console.log(`${out}: ${counts(operations, files.length, difference)}, ${milliseconds(since)}`)
  return notes
}

async function handlers(model: Model, target: StubsTarget): Promise<readonly string[]> {
  const { count, written, notes } = await writeStubs(model, target)
  console.log(`${target.folder}: ${count} handlers, ${written} written`)
  return notes
}

function counts(operations: number, files: number, { stale, obsolete }: Difference): string {
  const removed = obsolete.length > 0 ? `, ${obsolete.length} removed` : ''
  return `${operations} operations, ${files} files, ${stale.length} changed${removed}`
}

/** How long ago that was. */
export function milliseconds(since: number): string {
  return `${Math.round(performance.now() - since)} ms`
}

/** What the user can put right, in words; rethrows whatever else it is. */
function explain(options: Options, error: unknown): string {
  if (error instanceof DocumentError) return told(options, error.diagnostics)
  if (error instanceof ForeignFileError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  /* c8 ignore next -- a fault of ours, not of the user's */
  if (code === undefined || path === undefined) throw error
  return `${path}: cannot be written or read (${code}); name another with --out or --stubs`
}
