import { referencesOf } from '../../openapi/schema/references.js'
import type { Model } from '../model/model.js'
import type { Declaration } from '../print/declaration.js'
import { divided } from '../print/file-division.js'
import { importsOf } from '../print/imports.js'
import { fileName } from '../print/layout.js'
import { type GeneratedFile, header, key } from '../print/print.js'
import type { PrintCache } from '../print/print-cache.js'
import { moduleAt, type Target, typed } from '../print/target.js'
import { withAreas } from './areas/areas.js'
import { loaderName, schemaUsers } from './areas/schema-users.js'

/** Lines of a file, which is loaded for any of its schemas. */
const LIMIT = 1000

/**
 * The schemas of a large contract: `schemas.ts` says where each is, so that only those are loaded that
 * explain what is refused.
 */
export function emitLazySchemas(
  model: Model,
  target: Target,
  schemas: readonly Declaration[],
  texts: PrintCache,
): GeneratedFile[] {
  const references = new Map(model.schemas.map(({ name, schema }) => [name, referencesOf(schema)]))
  const others = schemas.map((each) =>
    texts.of('rules', each, () => ({
      ...each,
      uses: references.get(each.name) as readonly string[],
    })),
  )
  const declarations = withAreas('rules', schemaUsers(model), others, texts)
  const groups = divided('rules', declarations, LIMIT, texts)
    // Without schemas there is one empty group.
    .groups.filter(({ declarations }) => declarations.length > 0)
    .map(({ file, declarations }) => ({ file: fileName(file), declarations }))
  const type = importLines(['SchemaWithId'], target)
  const files = groups.map(({ file, declarations }) => {
    const head = `${header(model, target)}${type}`
    const name = `schemas/${file}.ts`
    return texts.again(name, [head, ...declarations], () => {
      return { name, text: [head, ...declarations.map(({ text }) => text)].join('\n') }
    })
  })
  const loaders = groups.map(
    ({ file }) =>
      `const ${loaderName(file)} = () => import(${moduleAt(target, `./schemas/${file}`)})\n`,
  )
  const rows = groups.flatMap(({ file, declarations }) =>
    declarations.map(({ name }) => `  ${key(name)}: ${loaderName(file)},\n`),
  )
  const table = `export const schemas${typed(target, ': SchemaTable')} = {\n${rows.join('')}}\n`
  const head = `${header(model, target)}${importLines(['SchemaTable'], target)}`
  return [{ name: 'schemas.ts', text: [head, loaders.join(''), table].join('\n') }, ...files]
}

function importLines(uses: readonly string[], target: Target): string {
  return importsOf(uses, target, './')
    .map((line) => `${line}\n`)
    .join('')
}
