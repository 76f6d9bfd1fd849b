import { grouped } from '../shared/collections.js'
import { sortedByName } from '../shared/names.js'
import type { Declaration } from './code.js'
import type { FileGroup } from './file-division.js'
import { fileName } from './file-names.js'
import { moduleAt, type Output } from './imports.js'
import { LINE_WIDTH } from './print.js'

/** Imports of a file from the other files of its module. */
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
