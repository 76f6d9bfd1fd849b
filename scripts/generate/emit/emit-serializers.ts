import type { Model, NamedSchema, Schema } from '../model/model.js'
import { doc, type GeneratedFile, header, key, quote } from './print.js'
import { refName } from './refs.js'
import { responseSchemas } from './used-schemas.js'

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'json.boolean',
  integer: 'json.number',
  null: 'json.any',
  number: 'json.number',
  string: 'json.string',
}

/** The name under which `serializers.ts` exports the serializer of a schema. */
export function serializerName(schema: string): string {
  return `write${schema}`
}

/** `serializers.ts`: a serializer for each schema of a response body. */
export function emitSerializers(model: Model, runtime: string): GeneratedFile {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const ordered = new Map<string, string>()
  for (const name of responseSchemas(model)) print(name, byName, ordered)
  const body = [...ordered.values()].join('\n')
  const imports = [
    `import { json${body.includes(': Serializer') ? ', type Serializer' : ''} } from ${quote(runtime)}`,
  ]
  const text = ordered.size === 0 ? 'export {}\n' : `${imports.join('\n')}\n\n${body}`
  return { name: 'serializers.ts', text: `${header(model)}${text}` }
}

type ByName = ReadonlyMap<string, NamedSchema>

/** Prints a schema's serializer after those it refers to; a circle is closed late. */
function print(name: string, byName: ByName, ordered: Map<string, string>): void {
  if (ordered.has(name)) return
  const named = byName.get(name) as NamedSchema
  ordered.set(name, '')
  const expression = serializer(named.schema, (other) => {
    const open = ordered.get(other) === ''
    if (!open) print(other, byName, ordered)
    return open ? `json.late(() => ${serializerName(other)})` : serializerName(other)
  })
  ordered.delete(name)
  const comment = doc('', `@generated from ${named.pointer}`)
  ordered.set(name, `${comment}export const ${serializerName(name)}: Serializer = ${expression}\n`)
}

/** What is no plain object, array or scalar is printed by its value. */
function serializer(schema: Schema, ref: (name: string) => string): string {
  if (typeof schema === 'boolean') return 'json.any'
  const { $ref, type, properties, items, prefixItems, allOf, anyOf, oneOf, ...rest } = schema
  if (allOf ?? anyOf ?? oneOf ?? prefixItems ?? rest.patternProperties) return 'json.any'
  if ($ref !== undefined) return type === undefined ? ref(refName($ref)) : 'json.any'
  if (type === 'array') return `json.array(${serializer(items ?? true, ref)})`
  if (type !== 'object') return (typeof type === 'string' && SCALARS[type]) || 'json.any'
  const members = Object.entries(properties ?? {}).map(
    ([name, property]) => `${key(name)}: ${serializer(property, ref)}`,
  )
  return members.length === 0 ? 'json.any' : `json.object({ ${members.join(', ')} })`
}
