import { setOwn } from '../../../openapi/json.js'
import { refTo, schemaConstant } from '../../../openapi/shared-schema.js'
import { reached } from '../../graph/graph.js'
import { refName } from '../../graph/refs.js'
import { referencesOf } from '../../graph/schema-references.js'
import type { Model, NamedSchema, Schema, SchemaObject } from '../../model/model.js'
import { usedSchemas } from '../../model/used-schemas.js'
import type { Entry, Group } from '../../print/group.js'
import { fileName, filled, layOut, type Module } from '../../print/layout.js'
import { doc, expression, type GeneratedFile, header, pretty, quote } from '../../print/print.js'
import type { Texts } from '../../print/print-cache.js'
import { importTypes, moduleAt, type Target, typed } from '../../print/target.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../../read/schemas/keywords.js'
import { emitRules } from '../lazy/emit-rules.js'
import { isLarge } from '../lazy/large.js'

/** `schemas.ts`: the schemas of routes, under the names by which the routes refer to them. */
export function emitSchemas(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const wanted = reached(usedSchemas(model), (name) =>
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

/** What is for readers, who have the types: of no use to whoever judges a value. */
const WORDS = new Set(['title', 'description', 'deprecated'])

/** Fastify refers to a shared schema by its `$id`: `Plant#`. A `$ref` in a constant is text. */
function fastifyRefs(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const copy: Record<string, unknown> = {}
  for (const keyword in schema) {
    // A discriminator is a hint whose references would be others here; no validator of a route reads it.
    if (keyword === 'discriminator' || WORDS.has(keyword)) continue
    copy[keyword] = fastifyValue(keyword, schema[keyword])
  }
  return copy
}

function fastifyValue(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return refTo(refName(value as string))
  if (SCHEMA.has(keyword)) return fastifyRefs(value as Schema)
  if (SCHEMAS.has(keyword)) return (value as Schema[]).map(fastifyRefs)
  if (!SCHEMA_MAP.has(keyword)) return value
  const members: Record<string, Schema> = {}
  for (const name in value as Record<string, Schema>) {
    setOwn(members, name, fastifyRefs((value as Record<string, Schema>)[name] as Schema))
  }
  return members
}
