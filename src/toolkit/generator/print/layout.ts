import { type Division, divided, type Entry, type Group, groupBy } from './group.js'
import type { GeneratedFile } from './print.js'
import { NO_TEXTS, type Texts } from './print-cache.js'
import { type Extension, moduleAt } from './target.js'

/** A module of generated code, in one file or in several behind one that exports them all. */
export interface Module<E extends Entry> {
  /** `types` is the file `types.ts` and the folder `types/`. */
  readonly name: string
  /** What every file begins with. */
  readonly header: string
  /** What its imports of each other end with. */
  readonly extension: Extension
  /** Whether there is nothing in it that runs. */
  readonly typesOnly: boolean
  /** The imports from outside the module; `up` leads to where its first file stands. */
  readonly imports: (entries: readonly E[], up: './' | '../') => readonly string[]
  /** What stands between the imports and the declarations of each file. */
  readonly constants?: (entries: readonly E[]) => readonly string[]
  /** What stands below the declarations of each file. */
  readonly footer?: (group: Group<E>) => readonly string[]
  /** What stands in the first file below its exports of the others. */
  readonly index?: (groups: readonly Group<E>[]) => readonly string[]
}

/** The files of a module. */
export function layOut<E extends Entry>(
  module: Module<E>,
  entries: readonly E[],
  limit?: number,
  texts = NO_TEXTS,
): GeneratedFile[] {
  return layOutDivided(module, divided(module.name, entries, limit, texts), texts)
}

/** The files of a module whose declarations are divided already, and the one that exports them all. */
function layOutDivided<E extends Entry>(
  module: Module<E>,
  division: Division<E>,
  texts: Texts,
): GeneratedFile[] {
  const { groups } = division
  const { name, header, index = () => [] } = module
  const [only, ...more] = groups
  if (only?.prefix === '' && more.length === 0) {
    const text = fileText(module, only, module.imports(only.entries, './'))
    return [{ name: `${name}.ts`, text }]
  }
  const star = module.typesOnly ? 'export type *' : 'export *'
  const exports = groups.map(
    ({ prefix }) => `${star} from ${moduleAt(module, `./${name}/${fileName(prefix)}`)}\n`,
  )
  const body = [exports.join(''), ...index(groups)].join('\n')
  return [
    { name: `${name}.ts`, text: `${header}\n${body}` },
    ...layOutFolder(module, division, texts),
  ]
}

/** The files of a module that are in its folder. */
export function layOutFolder<E extends Entry>(
  module: Module<E>,
  { groups, fileOf }: Division<E>,
  texts: Texts,
): GeneratedFile[] {
  const { name, header } = module
  return groups.map((group): GeneratedFile => {
    const file = `${name}/${fileName(group.prefix)}.ts`
    return texts.again(file, [header, fileOf, ...group.entries], () => {
      const imports = [
        ...module.imports(group.entries, '../'),
        ...importsBetween(group, fileOf, module),
      ]
      return { name: file, text: fileText(module, group, imports) }
    })
  })
}

/** The file of a group, without its ending; Windows has files that cannot be written (`con.ts`). */
export function fileName(prefix: string): string {
  if (prefix === '') return 'all'
  return /^(aux|con|nul|prn|com\d|lpt\d)$/.test(prefix) ? `${prefix}_` : prefix
}

function fileText<E extends Entry>(
  { header, constants = () => [], footer = () => [] }: Module<E>,
  group: Group<E>,
  imports: readonly string[],
): string {
  const head = imports.length === 0 ? header : `${header}${imports.join('\n')}\n`
  const texts = group.entries.map(({ text }) => text)
  return [head, ...constants(group.entries), ...texts, ...footer(group)].join('\n')
}

/** What a file takes from its neighbours. */
function importsBetween<E extends Entry>(
  { prefix, entries }: Group<E>,
  fileOf: ReadonlyMap<string, string>,
  { typesOnly, extension }: Module<E>,
): string[] {
  const used = [...new Set(entries.flatMap(({ uses }) => uses))].toSorted()
  const others = used.filter((name) => fileOf.get(name) !== prefix)
  const byFile = groupBy(others, (name) =>
    moduleAt({ extension }, `./${fileName(fileOf.get(name) as string)}`),
  )
  return [...byFile.keys()]
    .toSorted()
    .map((file) => importOf(byFile.get(file) as string[], file, typesOnly))
}

function importOf(names: readonly string[], file: string, typesOnly: boolean): string {
  const start = typesOnly ? 'import type' : 'import'
  const line = `${start} { ${names.join(', ')} } from ${file}`
  if (line.length <= WIDTH) return line
  return `${start} {\n${filled(names)}\n} from ${file}`
}
const WIDTH = 100

/** Names in lines as long as they may be: one line for each would be longer than the file's own. */
export function filled(names: readonly string[]): string {
  const lines: string[] = ['']
  for (const name of names) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + name.length + 2 > WIDTH) lines.push(`  ${name},`)
    else lines[lines.length - 1] = line === '' ? `  ${name},` : `${line} ${name},`
  }
  return lines.join('\n')
}
