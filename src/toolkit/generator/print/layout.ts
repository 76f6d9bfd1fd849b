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
  const { name, header, output, typesOnly, index = () => [] } = module
  const division = divided(declarations, limit)
  const { groups, fileOf } = division
  const [only, ...more] = groups
  if (only?.file === '' && more.length === 0) {
    return [{ name: `${name}.ts`, text: fileText(module, only, fileOf, './') }]
  }
  const star = typesOnly ? 'export type *' : 'export *'
  const exports = groups.map(({ file }) => {
    return `${star} from ${moduleAt(output, `./${name}/${fileName(file)}`)}\n`
  })
  const parts = index(groups)
  const head = `${header}${importLines(usesOf(parts), output)}`
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

/** The files of a module whose declarations are divided already, without one that exports them all. */
export function layOutFolder<D extends Declaration>(
  module: Module<D>,
  { groups, fileOf }: Division<D>,
): GeneratedFile[] {
  return groups.map((group) => ({
    name: `${module.name}/${fileName(group.file)}.ts`,
    text: fileText(module, group, fileOf, '../'),
  }))
}

function fileText<D extends Declaration>(
  module: Module<D>,
  group: FileGroup<D>,
  fileOf: Division<D>['fileOf'],
  up: './' | '../',
): string {
  const { header, output, constants = () => [], footer = () => [] } = module
  const { declarations } = group
  const end = footer(group)
  const used = [...declarations.flatMap(({ uses }) => uses), ...usesOf(end)]
  const outer = used.filter((name) => !fileOf.has(name))
  const imports = [...importsOf(outer, output, up), ...importsBetween(group, fileOf, module)]
  const body = [...constants(declarations), ...[...declarations, ...end].map(({ text }) => text)]
  // A file without imports and exports would be no module.
  const lines = body.length === 0 ? [...imports, 'export {}'] : imports
  const head = lines.length === 0 ? header : `${header}${lines.join('\n')}\n`
  return [head, ...body].join('\n')
}
