import { mapSchema } from '../../openapi/schema/map.js'
import { linksOf, schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Discriminator,
  refTo,
  type Schema,
  type SchemaObject,
  schemaConstant,
  selectedSchemas,
} from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'
import { linksByName, reachableFrom } from '../analysis/graph.js'
import type { Model, NamedSchema } from '../model/model.js'
import { Code, type Declaration, symbol } from '../print/code.js'
import { divided, fileName } from '../print/file-division.js'
import { importLines, type Output, typed } from '../print/imports.js'
import { codeModule, layOut, layOutFolder, listModule } from '../print/layout.js'
import { constant, type GeneratedFile, key, pretty } from '../print/print.js'
import {
  isLazy,
  LAZY_LINES,
  loaderName,
  loaders,
  schemaUsers,
  withChunks,
} from './chunks/chunks.js'

/** `schemas.ts`: the schemas of routes, under the names by which the routes refer to them. */
export function emitSchemas(model: Model, output: Output): GeneratedFile[] {
  const wanted = reachableFrom(model.uses.validated, linksByName(model.schemas))
  const declarations = model.schemas
    .filter(({ name }) => wanted.has(name))
    .map((named) => declarationOf(named, model, output))
  if (isLazy(model)) return emitLazySchemas(model, output, declarations)
  const start = `export const schemas${typed(output, ': readonly SchemaWithId[]')} = `
  const names = declarations.map(({ name }) => symbol(schemaConstant(name)))
  const list = new Code(`${start}${pretty(names, '', start.length)}\n`, new Set(['SchemaWithId']))
  const of = [model, output] as const
  return layOut(
    listModule<Declaration>('schemas', of, list, ({ name }) => schemaConstant(name)),
    declarations,
  )
}

/** In a large contract it uses other schemas for its chunk only: no file of schemas imports another. */
function declarationOf(named: NamedSchema, model: Model, output: Output): Declaration {
  const start = `export const ${schemaConstant(named.name)}${typed(output, ': SchemaWithId')} = `
  const text = constant(named.pointer, start, sharedSchema(named))
  const uses = isLazy(model) ? linksOf(named.schema) : ['SchemaWithId']
  return { name: named.name, text, uses }
}

export function sharedSchema({ name, schema }: NamedSchema): SchemaObject & { $id: string } {
  const own = fastifyRefs(schema)
  return { $id: name, ...(typeof own === 'object' ? own : !own && { not: {} }) }
}

/** Keywords left out: annotations. A discriminator stays: messages and samples follow it. */
const NOT_VALIDATED = new Set(['title', 'description', 'deprecated'])

/** A schema with references by `$id` (`Plant#`), as Fastify has them; a `$ref` in a constant is data. */
export function fastifyRefs(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const keywords = Object.entries(schema).filter(([keyword]) => !NOT_VALIDATED.has(keyword))
  const own: SchemaObject = Object.fromEntries(keywords)
  const { $ref, discriminator } = own
  const referring = {
    ...own,
    ...($ref !== undefined && { $ref: fastifyRef($ref) }),
    ...(discriminator && { discriminator: fastifyDiscriminator(discriminator) }),
  }
  return mapSchema($ref === undefined && discriminator === undefined ? own : referring, fastifyRefs)
}

function fastifyRef($ref: string): string {
  return refTo(schemaNameIn($ref))
}

function fastifyDiscriminator(discriminator: Discriminator): Discriminator {
  const { propertyName, defaultMapping } = discriminator
  const entries = Object.entries(selectedSchemas(discriminator)).map(
    ([value, $ref]) => [value, fastifyRef($ref)] as const,
  )
  const own = defaultMapping && fastifyRef(defaultMapping)
  return defined({ propertyName, mapping: Object.fromEntries(entries), defaultMapping: own })
}

/**
 * The schemas of a large contract: `schemas.ts` says where each is, so that only those are loaded that
 * explain what is refused.
 */
function emitLazySchemas(
  model: Model,
  output: Output,
  schemas: readonly Declaration[],
): GeneratedFile[] {
  const placed = withChunks(schemaUsers(model), schemas)
  const groups = divided(placed, LAZY_LINES)
    .groups.filter(({ declarations }) => declarations.length > 0)
    .map(({ file, declarations }) => ({
      file,
      declarations: declarations.map((each) => ({ ...each, uses: ['SchemaWithId'] })),
    }))
  const module = codeModule('schemas', model, output)
  const rows = groups.flatMap(({ file, declarations }) =>
    declarations.map(({ name }) => `  ${key(name)}: ${loaderName(fileName(file))},\n`),
  )
  const table = `export const schemas${typed(output, ': SchemaTable')} = {\n${rows.join('')}}\n`
  const head = `${module.header}${importLines(['SchemaTable'], output)}`
  const names = groups.map(({ file }) => fileName(file))
  const text = [head, loaders('schemas', names, output), table].join('\n')
  const files = layOutFolder(module, { groups, fileOf: new Map() })
  return [{ name: 'schemas.ts', text }, ...files]
}
