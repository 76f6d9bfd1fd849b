import type { Model } from '../../model/model.js'
import { moduleAt, type Output } from '../../print/imports.js'

/** Above either limit, operations load lazily: all at once would take too long to start. */
const OPERATIONS = 50
const SCHEMAS = 1000

/** Lines of a file that loads lazily: so many that few are loaded, so few that little is loaded in vain. */
export const LAZY_LINES = 1000

/** True if first requests load the operations of a contract one by one. */
export function isLazy({ operations, schemas }: Model): boolean {
  return operations.length > OPERATIONS || schemas.length > SCHEMAS
}

/** Name of the function that loads a file. */
export function loaderName(file: string): string {
  return `load_${file.replaceAll('-', '_')}`
}

/** Functions that load the files of a folder. */
export function loaders(folder: string, files: readonly string[], output: Output): string {
  const imported = (file: string) => `import(${moduleAt(output, `./${folder}/${file}`)})`
  return files.map((file) => `const ${loaderName(file)} = () => ${imported(file)}\n`).join('')
}
