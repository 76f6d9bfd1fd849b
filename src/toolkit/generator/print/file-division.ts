import { memoize } from '../../shared/memoize.js'
import { grouped } from '../shared/collections.js'
import { fileWords, sortedByName } from '../shared/names.js'
import type { Declaration } from './code.js'
import { moduleAt, type Output } from './imports.js'
import { LINE_WIDTH } from './print.js'

/** The declarations of one file. */
export interface FileGroup<D extends Declaration = Declaration> {
  /** Words of the file's name, joined by dashes; empty if one file holds everything. */
  readonly file: string
  readonly declarations: readonly D[]
}

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

function byWords(declarations: readonly Declaration[], count: number): Declaration[][] {
  const first = (each: Declaration) => fileNameWords(each).slice(0, count).join(' ')
  return [...grouped(declarations.map((each) => [first(each), each])).values()]
}

function lines(declarations: readonly Declaration[]): number {
  const sizes = declarations.map(({ text, footer = '' }) => linesIn(text) + linesIn(footer) - 1)
  return sizes.reduce((sum, size) => sum + size, 0)
}

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** The file of declarations that no other file is named after. */
export const OTHER = 'other'

/** Words for the name of a file: the chunk, and the words of the key after it. */
const fileNameWords = memoize(({ name, key = name, chunk }: Declaration): readonly string[] => {
  const words = fileWords(key)
  if (chunk === undefined) return bounded(words)
  const first = fileWords(chunk)
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

/** The file of a group, without its ending; Windows cannot write some files (`con.ts`). */
export function fileName(file: string): string {
  if (file === '') return 'all'
  return /^(aux|con|nul|prn|com\d|lpt\d)$/.test(file) ? `${file}_` : file
}

export function importsBetween<D extends Declaration>(
  { file: own, declarations }: FileGroup<D>,
  fileOf: ReadonlyMap<string, string>,
  { typesOnly, output }: { readonly typesOnly: boolean; readonly output: Output },
): string[] {
  const used = [...new Set(declarations.flatMap(({ uses }) => uses))].toSorted()
  const others = used.filter((name) => fileOf.has(name) && fileOf.get(name) !== own)
  const moduleOf = (name: string) => moduleAt(output, `./${fileName(fileOf.get(name) as string)}`)
  const byFile = grouped(others.map((name) => [moduleOf(name), name]))
  return sortedByName(byFile, ([module]) => module).map(([module, names]) =>
    importOf(names, module, typesOnly),
  )
}

function importOf(names: readonly string[], file: string, typesOnly: boolean): string {
  const start = typesOnly ? 'import type' : 'import'
  const line = `${start} { ${names.join(', ')} } from ${file}`
  if (line.length <= LINE_WIDTH) return line
  return `${start} {\n${filled(names)}\n} from ${file}`
}

/** Names in lines of full width: a line for each would be longer than the rest of the file. */
export function filled(names: readonly string[]): string {
  const lines: string[] = ['']
  for (const name of names) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + name.length + 2 > LINE_WIDTH) lines.push(`  ${name},`)
    else lines[lines.length - 1] = line === '' ? `  ${name},` : `${line} ${name},`
  }
  return lines.join('\n')
}
