import type { Model, NamedSchema, Schema, SchemaObject } from '../model/model.js'
import { doc, type GeneratedFile, header } from './print.js'
import { hasMembers, objectType, refName, typeOf } from './type-of.js'

/** `types.ts`: a TypeScript type for every named schema. */
export function emitTypes(model: Model): GeneratedFile {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema.schema]))
  const types = model.schemas.map((schema) => declaration(schema, byName))
  return { name: 'types.ts', text: [header(model), ...types].join('\n') }
}

type ByName = ReadonlyMap<string, Schema>

function declaration({ name, pointer, schema }: NamedSchema, byName: ByName): string {
  const described: SchemaObject = typeof schema === 'object' ? schema : {}
  const comment = doc(
    '',
    described.description ?? described.title,
    described.deprecated ? '@deprecated' : undefined,
    `@generated from ${pointer}`,
  )
  const body = isPlainObject(schema) ? objectType(schema) : extension(schema, byName)
  if (body !== undefined) return `${comment}export interface ${name} ${body}\n`
  return `${comment}export type ${name} = ${typeOf(schema).text}\n`
}

/** Whether a schema describes one kind of object by its members, and nothing else. */
function isPlainObject(schema: Schema): schema is SchemaObject {
  if (typeof schema === 'boolean' || !hasMembers(schema)) return false
  const { type = 'object', $ref, allOf, anyOf, oneOf } = schema
  const combined = $ref ?? allOf ?? anyOf ?? oneOf ?? schema.enum
  return type === 'object' && combined === undefined && !('const' in schema)
}

/** `allOf` of interfaces and one object of its own, all members different, as `extends`. */
function extension(schema: Schema, byName: ByName): string | undefined {
  if (typeof schema === 'boolean' || schema.allOf === undefined) return undefined
  const { allOf, description: _, title: _title, deprecated: _deprecated, type, ...rest } = schema
  if ((type ?? 'object') !== 'object' || Object.keys(rest).length > 0) return undefined

  const refs = allOf.flatMap((part) => (typeof part === 'object' && part.$ref ? [part.$ref] : []))
  const [own, ...more] = allOf.filter((part) => typeof part !== 'object' || !part.$ref)
  if (refs.length === 0 || own === undefined || more.length > 0 || !isClosed(own)) return undefined

  const parents = refs.map((ref) => byName.get(refName(ref)) as Schema)
  if (!parents.every(isClosed)) return undefined
  const names = [...parents, own].flatMap(({ properties }) => Object.keys(properties as object))
  if (new Set(names).size < names.length) return undefined
  return `extends ${refs.map(refName).join(', ')} ${objectType(own)}`
}

/** A plain object whose type names its members all: `extends` cannot narrow an index signature. */
function isClosed(schema: Schema): schema is SchemaObject {
  if (!isPlainObject(schema)) return false
  const { additionalProperties, patternProperties, properties = {}, required = [] } = schema
  return (
    Object.keys(properties).length > 0 &&
    !additionalProperties &&
    patternProperties === undefined &&
    required.every((name) => Object.hasOwn(properties, name))
  )
}
