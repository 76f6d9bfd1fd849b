import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { root } from '../extended/project.js'
import type { Change } from './operators.js'
import { changesIn } from './program.js'

/** A change of a program of this repository. */
export interface Mutant extends Change {
  /** The compiled file that is changed, and what it is compiled from; relative to the project's folder. */
  readonly file: string
  readonly source: string
  /** Its place in the source: `src/errors.ts:12:3`. */
  readonly place: string
  /** The line of the compiled file, with what is changed between « and ». */
  readonly line: string
}

/** Folders of compiled files, and the folders of their sources. */
const FOLDERS = [
  ['dist/src', 'src'],
  ['src/toolkit/dist', 'src/toolkit'],
] as const

/** All of them, in the order of the files. */
export function allMutants(): Mutant[] {
  return FOLDERS.flatMap(([compiled, sources]) => {
    const names = readdirSync(path.join(root, compiled), { recursive: true, encoding: 'utf8' })
    const programs = names.filter((name) => name.endsWith('.js')).sort()
    return programs.flatMap((name) => {
      const source = path.join(sources, name.replace(/js$/, 'ts'))
      return existsSync(path.join(root, source)) ? mutantsOf(path.join(compiled, name), source) : []
    })
  })
}

function mutantsOf(file: string, source: string): Mutant[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(path.join(root, `${file}.map`), 'utf8')))
  return changesIn(text).map((change) => {
    const before = text.slice(0, change.start)
    const row = before.split('\n').length - 1
    const column = change.start - (before.lastIndexOf('\n') + 1)
    const entry = map.findEntry(row, column)
    const { originalLine = row, originalColumn = column } = 'originalLine' in entry ? entry : {}
    const place = `${source}:${originalLine + 1}:${originalColumn + 1}`
    return { ...change, file, source, place, line: lineOf(text, change) }
  })
}

/** One line, however many the changed text takes. */
function lineOf(text: string, { start, end }: Change): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end)
  const parts = [text.slice(from, start), '«', text.slice(start, end), '»', text.slice(end, to)]
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** A program with a change. */
export function mutated({ start, end, text }: Change, program: string): string {
  return program.slice(0, start) + text + program.slice(end)
}
