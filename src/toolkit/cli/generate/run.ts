import process from 'node:process'
import {
  type Diagnostic,
  DocumentError,
  formatDiagnostics,
  problemCount,
} from '../../generator/diagnostics/problems.js'
import { generate } from '../../generator/generate.js'
import { ForeignFileError } from '../../generator/write/write.js'
import { commandLine, fail } from '../arguments/arguments.js'
import { readCheckOptions } from '../options/command-options.js'
import { type GenerateCommandOptions, readGenerateOptions } from '../options/generate-arguments.js'
import { documentName, generateCommand } from '../options/generate-command.js'
import { formatsIn } from '../options/generate-options.js'
import type { Screen } from '../process/progress.js'
import { ContractChanges } from './contract-changes.js'
import { differences, withFrames, withinWidth, write } from './output.js'
import type { WatchControl } from './watch.js'

export async function main(args: readonly string[], control: () => WatchControl): Promise<number> {
  const options = readGenerateOptions(args)
  if (!options.watch) return runOnce(options)
  const { watch } = await import('./watch.js')
  await watch(options, control())
  return 0
}

async function runOnce(options: GenerateCommandOptions): Promise<number> {
  const changes = new ContractChanges(options)
  const code = await run(options, { since: 0, opened: changes.opened })
  if (code === 0 && !options.check) await changes.tell()
  return code
}

export function check(args: readonly string[]): Promise<number> {
  return run(readCheckOptions(args), { since: 0 })
}

interface RunContext {
  /** Start of the run, by `performance.now()`; 0 is the start of the process. */
  readonly since: number
  /** Called with each file of the document before it is read. */
  opened?(file: string): void
  /** Warnings of earlier runs, which are not printed again. */
  readonly told?: Set<string>
  /** The output for problems. */
  readonly screen?: Screen
}

/** Runs the generator once, and prints what it did or what is wrong. Returns the exit code. */
export async function run(options: GenerateCommandOptions, context: RunContext): Promise<number> {
  try {
    const generated = generate(options.spec, {
      ...options,
      formats: formatsIn(options.out, options.formats),
      ...{ command: generateCommand(options), file: documentName(options) },
      opened: (file) => context.opened?.(file),
    })
    const { warnings } = generated
    if (warnings.length > 0) tell(format(options, warnings), options, context)
    if (warnings.length > 0 && options.strict) {
      return fail(
        `${options.spec}: --strict: nothing is written; warnings: ${problemCount(warnings)}`,
      )
    }
    const problems = options.check
      ? await differences(options, generated)
      : await write(options, generated, context.since)
    if (problems.length > 0) console.error(problems.join('\n'))
    return problems.length > 0 && options.check ? 1 : 0
  } catch (error) {
    const isShown = (context.screen ?? process.stderr).isTTY && error instanceof DocumentError
    const text = explain(options, error)
    return fail(isShown ? withFrames(text) : text)
  }
}

/** Prints warnings; while files are watched each once, and briefly. */
function tell(
  text: string,
  { spec }: GenerateCommandOptions,
  { told }: Pick<RunContext, 'told'>,
): void {
  // By its pointer: lines move while a document is edited.
  const key = (line: string) => line.replace(/:\d+:\d+ (?=#)/, ' ')
  const lines = text.split('\n').filter((line) => !told?.has(key(line)))
  for (const line of lines) told?.add(key(line))
  if (lines.length === 0) return
  console.error((told === undefined ? lines : brief(lines, spec)).join('\n'))
}

function brief(lines: readonly string[], spec: string): string[] {
  const cut = (line: string) => withinWidth(line, 200)
  if (lines.length <= 10) return lines.map(cut)
  const more = `${spec}: ${lines.length - 9} more lines; see all with ${commandLine('check')}`
  return [...lines.slice(0, 9).map(cut), more]
}

/** One line for each problem, and one about those that are left out. */
function format({ spec }: GenerateCommandOptions, diagnostics: readonly Diagnostic[]): string {
  const lines = formatDiagnostics(diagnostics)
  const more = problemCount(diagnostics) - diagnostics.length
  return more === 0
    ? lines
    : `${lines}\n${spec}: ${more} more problems like these; see all with --all`
}

/** The message for an error that the user can correct; rethrows any other. */
function explain(options: GenerateCommandOptions, error: unknown): string {
  if (error instanceof DocumentError) return format(options, error.diagnostics)
  if (error instanceof ForeignFileError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  /* c8 ignore next -- a fault of ours, not of the user's */
  if (code === undefined || path === undefined) throw error
  return `${path}: cannot be written or read (${code}); name another with --out or --stubs`
}
