import { readFileSync } from 'node:fs'
import { oneLine } from '../../generator/diagnostics/problems.js'
import type { Generated } from '../../generator/generate.js'
import type { Model } from '../../generator/model/model.js'
import { checkStubs, type StubsOptions, writeStubs } from '../../generator/stubs/stubs.js'
import { apply, compare, MANIFEST } from '../../generator/write/write.js'
import { plural } from '../../shared/plural.js'
import { commandLine } from '../arguments/arguments.js'
import type { GenerateCommandOptions } from '../options/generate-arguments.js'
import { generateArguments } from '../options/generate-arguments.js'

export async function differences(
  options: GenerateCommandOptions,
  { model, files }: Generated,
): Promise<string[]> {
  const { out, stubs, all: _all, strict: _strict, ...others } = options
  const { stale, obsolete } = await compare(out, files)
  const names = [...stale.map(({ name }) => name), ...obsolete]
  const remedy = (more: object) =>
    commandLine('generate', generateArguments({ ...others, out, ...more }))
  return [
    ...(names.length === 0 ? [] : [`${out}: stale: ${names.join(', ')}; run ${remedy({})}`]),
    ...(stubs === undefined ? [] : await checkStubs(model, stubs, remedy({ stubs }))),
  ]
}

/** Writes the files and prints what changed. Returns what is left for the user to do. */
export async function write(
  { out, stubs, importExtension: extension }: GenerateCommandOptions,
  { model, files }: Generated,
  since: number,
): Promise<readonly string[]> {
  const difference = await compare(out, files)
  await apply(out, difference)
  const notes = stubs === undefined ? [] : await handlers(model, { out, folder: stubs, extension })
  const { stale, obsolete } = difference
  const changed = stale.filter(({ name }) => name !== MANIFEST).length
  const all = `${plural(model.operations.length, 'operation')}, ${plural(files.length, 'file')}`
  const removed = obsolete.length > 0 ? `, ${obsolete.length} removed` : ''
  console.log(`${out}: ${all}, ${changed} changed${removed}, ${milliseconds(since)}`)
  return notes
}

const NAMED = 5

async function handlers(model: Model, target: StubsOptions): Promise<readonly string[]> {
  const { count, written, notes } = await writeStubs(model, target)
  const names = written.length > 0 && written.length <= NAMED ? `: ${written.join(', ')}` : ''
  console.log(`${target.folder}: ${plural(count, 'handler')}, ${written.length} written${names}`)
  return notes
}

export function milliseconds(since: number): string {
  return `${Math.round(performance.now() - since)} ms`
}

/**
 * The line with so many characters: without its pointer, which the place before it stands for, then without the end
 * of what is wrong, and never without what to do.
 */
export function withinWidth(line: string, width: number): string {
  if (line.length <= width) return line
  const short = line.replace(/^(\S+:\d+:\d+ )#\S* /, '$1')
  if (short.length <= width) return short
  const remedy = /^\S+:\d+:\d+ .*(; .*)$/.exec(short)?.[1] ?? ''
  return `${short.slice(0, Math.max(width - remedy.length - 1, width / 2))}…${remedy}`
}

const WIDTH = 100

const PLACE = /^(.+?):(\d+):(\d+) #/

/** Each problem with the three lines around its place, as far as its file can be read. */
export function withFrames(
  problems: string,
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): string {
  return problems
    .split('\n')
    .map((problem) => {
      const [, file, line, column] = PLACE.exec(problem) ?? []
      if (file === undefined) return problem
      return [problem, ...frameOf(file, Number(line), Number(column), read)].join('\n')
    })
    .join('\n')
}

function frameOf(
  file: string,
  line: number,
  column: number,
  read: (file: string) => string,
): string[] {
  const lines = linesOf(file, read)
  const first = Math.max(line - 1, 1)
  const digits = String(line + 1).length
  return lines.slice(first - 1, line + 1).flatMap((text, at) => {
    const number = first + at
    const start = `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | `
    const shown = `${start}${oneLine(text.replaceAll('\t', ' '))}`.slice(0, WIDTH).trimEnd()
    const isPlace = number === line && start.length + column <= WIDTH
    return isPlace ? [shown, `${' '.repeat(start.length + column - 1)}^`] : shown
  })
}

function linesOf(file: string, read: (file: string) => string): string[] {
  try {
    return read(file).split(/\r?\n/)
  } catch {
    return []
  }
}
