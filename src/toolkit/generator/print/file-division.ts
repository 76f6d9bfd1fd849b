import { memoize } from '../../shared/memoize.js'
import { grouped } from '../shared/grouped.js'
import { sortedByName } from '../shared/names.js'
import type { Declaration } from './code.js'
import { NO_CACHE } from './print-cache.js'
/** The declarations of one file. */
export interface FileGroup<D extends Declaration = Declaration> {
  /** Words of the file's name, joined by dashes; empty if one file holds everything. */
  readonly file: string
  readonly declarations: readonly D[]
}

/** A file with more lines is split. */
const MAX_LINES = 5000

/** The file of declarations that no other file is named after. */
const OTHER = 'other'

/**
 * Divides declarations into files of at most `limit` lines: one for each area; of a larger one, the most
 * frequent first words of its names get files of their own (`repos-list`), then the next words, and so
 * on. So a declaration is found by its area and name, and to add, change or remove one changes no other
 * file. Declarations of a file are in the order of the document.
 */
export function fileGroups<D extends Declaration>(
  declarations: readonly D[],
  limit = MAX_LINES,
): FileGroup<D>[] {
  if (lines(declarations) <= limit) return [{ file: '', declarations }]
  const hasAreas = declarations.some(({ area }) => area !== undefined)
  const groups = hasAreas
    ? byWords(declarations, 1).flatMap((some) => divide(some, 1, limit))
    : divide(declarations, 0, limit)
  // The area `agent-tasks` and the tasks of the area `agent` are in one file.
  const byFile = grouped(groups.map(({ file, declarations: some }) => [file, some]))
  const merged = [...byFile].map(([file, some]) => ({ file, declarations: some.flat() }))
  return sortedByName(merged, ({ file }) => file)
}

/** Takes the largest groups out of one that is too large, until it is not. */
function divide<D extends Declaration>(
  declarations: readonly D[],
  words: number,
  limit: number,
): FileGroup<D>[] {
  const file =
    fileNameWords(declarations[0] as D)
      .slice(0, words)
      .join('-') || OTHER
  let left = lines(declarations)
  if (left <= limit) return [{ file, declarations }]
  const rest = new Set<D>(declarations)
  const groups: FileGroup<D>[] = []
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

/** Declarations by files, and the file of each. */
export interface Division<D extends Declaration> {
  readonly groups: readonly FileGroup<D>[]
  /** The file of a name; the same map as long as names are only added. */
  readonly fileOf: ReadonlyMap<string, string>
}

/** The groups of declarations by their positions in a list. */
interface Positions {
  readonly groups: readonly { readonly file: string; readonly at: readonly number[] }[]
  readonly fileOf: Map<string, string>
}

/** The earlier map with the new names, if no name of it is gone or elsewhere. */
function grown(before: Map<string, string>, now: Map<string, string>): Map<string, string> {
  for (const [name, file] of before) if (now.get(name) !== file) return now
  for (const [name, file] of now) before.set(name, file)
  return before
}

/** {@link fileGroups}, computed anew only if names or sizes differ from those of the run before. */
export function divided<D extends Declaration>(
  kind: string,
  declarations: readonly D[],
  limit = MAX_LINES,
  texts = NO_CACHE,
): Division<D> {
  const { groups: positions, fileOf } = texts.again<Positions>(
    `groups ${kind}`,
    declarations.map(shapeOf),
    (before) => {
      const groups = fileGroups(declarations, limit)
      const positionOf = new Map(declarations.map((declaration, at) => [declaration, at]))
      const fileOf = new Map(
        groups.flatMap(({ file, declarations }) => declarations.map(({ name }) => [name, file])),
      )
      return {
        groups: groups.map(({ file, declarations }) => ({
          file,
          at: declarations.map((declaration) => positionOf.get(declaration) as number),
        })),
        fileOf: before === undefined ? fileOf : grown(before.fileOf, fileOf),
      }
    },
  )
  const groups = positions.map(({ file, at }) => ({
    file,
    declarations: at.map((position) => declarations[position] as D),
  }))
  return { groups, fileOf }
}

const shapeOf = memoize(
  (declaration: Declaration) =>
    `${declaration.name} ${fileNameWords(declaration).join('-')} ${sizeOf(declaration)}`,
)

/** Declarations by the first words of their names. */
function byWords<D extends Declaration>(declarations: readonly D[], count: number): D[][] {
  const first = (each: D) => fileNameWords(each).slice(0, count).join(' ')
  return [...grouped(declarations.map((each) => [first(each), each])).values()]
}

function lines(declarations: readonly Declaration[]): number {
  return declarations.reduce((sum, declaration) => sum + sizeOf(declaration), 0)
}

/** Number of lines of a declaration. */
const sizeOf = memoize(({ text, footer = '' }: Declaration) => linesIn(text) + linesIn(footer) - 1)

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Words for the name of a file: the area, and the words of the key after it. */
const fileNameWords = memoize(({ name, key = name, area }: Declaration): readonly string[] => {
  const words = wordsIn(key)
  if (area === undefined) return bounded(words)
  const first = wordsIn(area)
  const joined = first.join('')
  const repeated = words.findIndex((_, at) => words.slice(0, at + 1).join('') === joined)
  return bounded([first.join('-') || OTHER, ...words.slice(repeated + 1)])
})

/** Longest name of a file; file systems take 255 characters. */
const LONGEST = 200

function bounded(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words
  const kept = [first.slice(0, LONGEST)]
  for (const word of others) {
    if (kept.join('-').length + word.length >= LONGEST) break
    kept.push(word)
  }
  return first === '' ? [] : kept
}

/** Words of a name in lower case, ASCII only: file systems differ about all others. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}
