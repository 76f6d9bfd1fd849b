import type { Model } from '../model/model.js'
import { type GeneratedFile, header, pretty, quote } from './print.js'
import { refName } from './refs.js'
import { usedSchemas } from './used-schemas.js'

/** `schemas.ts`: the schemas of routes, under the names by which the routes refer to them. */
export function emitSchemas(model: Model, runtime: string): GeneratedFile {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const reached = new Set<string>()
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    JSON.stringify(byName.get(name)?.schema, (keyword, value) => {
      if (keyword === '$ref' && typeof value === 'string') visit(refName(value))
      return typeof value === 'bigint' ? Number(value) : value
    })
  }
  for (const name of usedSchemas(model)) visit(name)
  const schemas = model.schemas
    .filter(({ name }) => reached.has(name))
    .map(({ name, schema }) => ({ $id: name, ...(fastifyRefs(schema) as object) }))
  const text = `import type { SchemaWithId } from ${quote(runtime)}

export const schemas: readonly SchemaWithId[] = ${pretty(schemas)}
`
  return { name: 'schemas.ts', text: `${header(model)}${text}` }
}

/** Fastify refers to a shared schema by its `$id`: `Plant#`. */
function fastifyRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fastifyRefs)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([keyword, member]) => {
      // A hint whose references would have to be others too, and that no validator of a route reads.
      if (keyword === 'discriminator' && typeof member?.mapping === 'object') return []
      const isRef = keyword === '$ref' && typeof member === 'string'
      return [[keyword, isRef ? `${refName(member)}#` : fastifyRefs(member)]]
    }),
  )
}
