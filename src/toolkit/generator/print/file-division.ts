import { grouped } from '../shared/collections.js'
import { sortedByName } from '../shared/names.js'
import type { Declaration } from './code.js'
import { fileNameWords, OTHER } from './file-names.js'

/** The declarations of one file. */
export interface FileGroup<D extends Declaration = Declaration> {
  /** Words of the file's name, joined by dashes; empty if one file holds everything. */
  readonly file: string
  readonly declarations: readonly D[]
}

/** A file with more lines is split. */
const MAX_LINES = 5000

/** True if declarations without chunks need several files. */
export function isDivided(declarations: readonly Declaration[]): boolean {
  return lines(declarations) > MAX_LINES
}

/** Declarations by files, and the file of each name. */
export interface Division<D extends Declaration> {
  readonly groups: readonly FileGroup<D>[]
  readonly fileOf: ReadonlyMap<string, string>
}

/**
 * Divides declarations into files of at most `limit` lines: one for each chunk; of a larger one, the
 * most frequent first words of its names get files of their own (`repos-list`), then the next words, and so
 * on. So a declaration is found by its chunk and name, and to add, change or remove one changes no other
 * file. Declarations of a file are in the order of the document.
 */
export function divided<D extends Declaration>(
  declarations: readonly D[],
  limit = MAX_LINES,
): Division<D> {
  const fileOf = filesOf(declarations, limit)
  const byFile = grouped(declarations.map((each) => [fileOf.get(each.name) as string, each]))
  // Without declarations there is one empty file.
  const files = declarations.length === 0 ? [['', declarations] as const] : byFile
  const groups = [...files].map(([file, some]) => ({ file, declarations: some }))
  return { groups: sortedByName(groups, ({ file }) => file), fileOf }
}

function filesOf(declarations: readonly Declaration[], limit: number): Map<string, string> {
  if (lines(declarations) <= limit) return new Map(declarations.map(({ name }) => [name, '']))
  const hasChunks = declarations.some(({ chunk }) => chunk !== undefined)
  const groups = hasChunks
    ? byWords(declarations, 1).flatMap((some) => divide(some, 1, limit))
    : divide(declarations, 0, limit)
  return new Map(
    groups.flatMap(({ file, declarations: some }) => some.map(({ name }) => [name, file])),
  )
}

/** Takes the largest groups out of one that is too large, until it is not. */
function divide(declarations: readonly Declaration[], words: number, limit: number): FileGroup[] {
  const file =
    fileNameWords(declarations[0] as Declaration)
      .slice(0, words)
      .join('-') || OTHER
  let left = lines(declarations)
  if (left <= limit) return [{ file, declarations }]
  const rest = new Set(declarations)
  const groups: FileGroup[] = []
  const longer = declarations.filter((each) => fileNameWords(each).length > words)
  const bySize = byWords(longer, words + 1).map((some) => ({ some, size: lines(some) }))
  // The order of equal ones is that of the document.
  bySize.sort((a, b) => b.size - a.size)
  for (const { some, size } of bySize) {
    if (left <= limit) break
    left -= size
    for (const declaration of some) rest.delete(declaration)
    groups.push(...divide(some, words + 1, limit))
  }
  return rest.size === 0 ? groups : [{ file, declarations: [...rest] }, ...groups]
}

/** Declarations by the first words of their names. */
function byWords(declarations: readonly Declaration[], count: number): Declaration[][] {
  const first = (each: Declaration) => fileNameWords(each).slice(0, count).join(' ')
  return [...grouped(declarations.map((each) => [first(each), each])).values()]
}

function lines(declarations: readonly Declaration[]): number {
  return declarations.reduce((sum, declaration) => sum + sizeOf(declaration), 0)
}

/** Number of lines of a declaration. */
function sizeOf({ text, footer = '' }: Declaration): number {
  return linesIn(text) + linesIn(footer) - 1
}

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
