import { mapSchema } from '../../openapi/schema/map.js'
import { referencesOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { refTo, schemaConstant } from '../../openapi/shared-schema.js'
import { reachableFrom } from '../analysis/graph.js'
import type { Model, NamedSchema } from '../model/model.js'
import type { Entry, Group } from '../print/group.js'
import { fileName, filled, layOut, type Module } from '../print/layout.js'
import { doc, expression, type GeneratedFile, header, pretty, quote } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { importTypes, moduleAt, type Target, typed } from '../print/target.js'
import { isLarge } from './chunks/large.js'
import { emitRules } from './emit-rules.js'

/** `schemas.ts`: the schemas of routes, under the names by which the routes refer to them. */
export function emitSchemas(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const wanted = reachableFrom(model.uses.validated, (name) =>
    referencesOf(byName.get(name)?.schema as Schema),
  )
  const entries = model.schemas
    .filter(({ name }) => wanted.has(name))
    .map((named) => {
      const { schema } = named
      return typeof schema === 'boolean'
        ? entryOf(named, target)
        : texts.of('schema', schema, () => entryOf(named, target))
    })
  if (isLarge(model)) return emitRules(model, target, entries, texts)
  const start = `export const schemas${typed(target, ': readonly SchemaWithId[]')} = `
  const names = entries.map(({ name }) => expression(schemaConstant(name)))
  const list = `${start}${pretty(names, '', start.length)}\n`
  const types = importTypes(target, ['SchemaWithId'], quote(target.runtime))
  const module: Module<Entry> = {
    name: 'schemas',
    header: header(model, target),
    extension: target.extension,
    typesOnly: false,
    imports: () => types,
    footer: ({ prefix }) => (prefix === '' ? [list] : []),
    index: (groups) => [
      [...types, ...groups.map((group) => importAll(group, target)), '', list].join('\n'),
    ],
  }
  return layOut(module, entries)
}

function entryOf(named: NamedSchema, target: Target): Entry {
  const start = `export const ${schemaConstant(named.name)}${typed(target, ': SchemaWithId')} = `
  const comment = doc('', `@generated from ${named.pointer}`)
  const text = `${comment}${start}${pretty(sharedSchema(named), '', start.length)}\n`
  return { name: named.name, text, uses: [] }
}

function importAll({ prefix, entries }: Group, target: Target): string {
  const names = entries.map(({ name }) => schemaConstant(name)).toSorted()
  return `import {\n${filled(names)}\n} from ${moduleAt(target, `./schemas/${fileName(prefix)}`)}`
}

/** A named schema as Fastify knows it. */
export function sharedSchema({ name, schema }: NamedSchema): SchemaObject & { $id: string } {
  return { $id: name, ...asObject(fastifyRefs(schema)) }
}

/** What a schema says that is no object. */
function asObject(schema: Schema): SchemaObject {
  if (typeof schema === 'object') return schema
  return schema ? {} : { not: {} }
}

/** Keywords for readers, who have the types. A discriminator's references would be others here. */
const NOT_VALIDATED = new Set(['title', 'description', 'deprecated', 'discriminator'])

/** A schema with references by `$id` (`Plant#`), as Fastify has them; a `$ref` in a constant is data. */
function fastifyRefs(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const keywords = Object.entries(schema).filter(([keyword]) => !NOT_VALIDATED.has(keyword))
  const own: SchemaObject = Object.fromEntries(keywords)
  const { $ref } = own
  return mapSchema(
    $ref === undefined ? own : { ...own, $ref: refTo(schemaNameIn($ref)) },
    fastifyRefs,
  )
}
