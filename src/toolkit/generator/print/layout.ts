import type { Model } from '../model/model.js'
import { type Code, code, type Declaration, usesOf } from './code.js'
import {
  type Division,
  divided,
  type FileGroup,
  fileName,
  filled,
  importsBetween,
} from './file-division.js'
import { importLines, importsOf, moduleAt, type Output } from './imports.js'
import { type GeneratedFile, uncheckedHeader } from './print.js'

/** A module of generated code, in one file or in several behind one that exports them all. */
export interface Module<D extends Declaration> {
  /** `types` is the file `types.ts` and the folder `types/`. */
  readonly name: string
  /** Text at the top of every file. */
  readonly header: string
  readonly output: Output
  /** True if nothing in it runs. */
  readonly typesOnly: boolean
  /** Text between the imports and the declarations of a file. */
  readonly constants?: (declarations: readonly D[]) => readonly string[]
  /** Text below the declarations of a file. */
  readonly footer?: (group: FileGroup<D>) => readonly Code[]
  /** Text of the first file below its exports of the others. */
  readonly index?: (groups: readonly FileGroup<D>[]) => readonly Code[]
}

export function layOut<D extends Declaration>(
  module: Module<D>,
  declarations: readonly D[],
  limit?: number,
): GeneratedFile[] {
  return layOutDivided(module, divided(declarations, limit))
}

/** The files of a module whose declarations are divided already, and the one that exports them all. */
function layOutDivided<D extends Declaration>(
  module: Module<D>,
  division: Division<D>,
): GeneratedFile[] {
  const { groups } = division
  const { name, header, index = () => [] } = module
  const [only, ...more] = groups
  if (only?.file === '' && more.length === 0) {
    const text = fileText(
      module,
      only,
      importsOf(outerNames(only, division, module), module.output, './'),
    )
    return [{ name: `${name}.ts`, text }]
  }
  const star = module.typesOnly ? 'export type *' : 'export *'
  const exports = groups.map(
    ({ file }) => `${star} from ${moduleAt(module.output, `./${name}/${fileName(file)}`)}\n`,
  )
  const parts = index(groups)
  const head = `${header}${importLines(usesOf(parts), module.output)}`
  const body = [exports.join(''), ...parts.map(({ text }) => text)].join('\n')
  return [{ name: `${name}.ts`, text: `${head}\n${body}` }, ...layOutFolder(module, division)]
}

/** A module of code that runs, which the compiler of a user skips. */
export function codeModule(name: string, model: Model, output: Output) {
  return { name, header: uncheckedHeader(model, output), output, typesOnly: false }
}

/** The same with one more declaration, which lists those of all its files: `nameOf` is their names in code. */
export function listModule<D extends Declaration>(
  name: string,
  [model, output]: readonly [Model, Output],
  list: Code,
  nameOf: (declaration: D) => string,
): Module<D> {
  const importAll = ({ file, declarations }: FileGroup<D>) => {
    const names = filled(declarations.map(nameOf).toSorted())
    return `import {\n${names}\n} from ${moduleAt(output, `./${name}/${fileName(file)}`)}\n`
  }
  return {
    ...codeModule(name, model, output),
    footer: ({ file }) => (file === '' ? [list] : []),
    index: (groups) => [code`${groups.map(importAll).join('')}\n${list}`],
  }
}

export function layOutFolder<D extends Declaration>(
  module: Module<D>,
  { groups, fileOf }: Division<D>,
): GeneratedFile[] {
  return groups.map((group): GeneratedFile => {
    const imports = [
      ...importsOf(outerNames(group, { fileOf }, module), module.output, '../'),
      ...importsBetween(group, fileOf, module),
    ]
    const name = `${module.name}/${fileName(group.file)}.ts`
    return { name, text: fileText(module, group, imports) }
  })
}

function fileText<D extends Declaration>(
  { header, constants = () => [], footer = () => [] }: Module<D>,
  group: FileGroup<D>,
  imports: readonly string[],
): string {
  const texts = group.declarations.map(({ text }) => text)
  const body = [
    ...constants(group.declarations),
    ...texts,
    ...footer(group).map(({ text }) => text),
  ]
  // A file without imports and exports would be no module.
  const lines = body.length === 0 ? [...imports, 'export {}'] : imports
  const head = lines.length === 0 ? header : `${header}${lines.join('\n')}\n`
  return [head, ...body].join('\n')
}

/** Names that a file uses and its module does not declare. */
function outerNames<D extends Declaration>(
  group: FileGroup<D>,
  { fileOf }: Pick<Division<D>, 'fileOf'>,
  { footer = () => [] }: Module<D>,
): string[] {
  const used = [...group.declarations.flatMap(({ uses }) => uses), ...usesOf(footer(group))]
  return used.filter((name) => !fileOf.has(name))
}
