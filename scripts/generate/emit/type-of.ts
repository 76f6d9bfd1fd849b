import { isInt64 } from '../model/int64.js'
import type { Schema, SchemaObject } from '../model/model.js'
import { doc, indented, key, literal } from './print.js'
import {
  arrayOf,
  atom,
  intersection,
  NEVER,
  parenthesized,
  type Type,
  UNKNOWN,
  union,
} from './type-algebra.js'

/** The name of the schema that a normalised `$ref` refers to. */
export function refName($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}

/** The TypeScript type of a schema's values, as handlers see them. */
export function typeOf(schema: Schema): Type {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER
  const { $ref, allOf = [], anyOf, oneOf } = schema
  return intersection([
    ...($ref === undefined ? [] : [atom(refName($ref))]),
    ownType(schema),
    ...allOf.map(typeOf),
    ...[anyOf, oneOf].flatMap((branches) => (branches ? union(branches.map(typeOf)) : [])),
  ])
}

/** The type without references and combinations. */
function ownType(schema: SchemaObject): Type {
  if (schema.enum !== undefined)
    return union(schema.enum.map((value) => literalType(value, schema)))
  if ('const' in schema) return literalType(schema.const, schema)
  return union(typesOf(schema).map((type) => typeNamed(type, schema)))
}

/** The JSON types that a schema allows; what has members or items but no `type` is taken for one. */
function typesOf(schema: SchemaObject): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat()
  if (hasMembers(schema)) return ['object']
  return schema.items !== undefined || schema.prefixItems !== undefined ? ['array'] : ['unknown']
}

/** Whether a schema says anything about members. */
export function hasMembers(schema: SchemaObject): boolean {
  const { properties, additionalProperties, required } = schema
  return (
    properties !== undefined || typeof additionalProperties === 'object' || required !== undefined
  )
}

function typeNamed(type: string, schema: SchemaObject): Type {
  if (type === 'integer') return atom(isInt64(schema) ? 'bigint' : 'number')
  if (type === 'array') return arrayType(schema)
  if (type === 'object') return atom(objectType(schema))
  return atom(type)
}

function arrayType({ items, prefixItems, minItems }: SchemaObject): Type {
  const rest = items === undefined ? UNKNOWN : typeOf(items)
  if (prefixItems === undefined) return arrayOf(rest)
  const required = typeof minItems === 'number' ? minItems : 0
  const fixed = prefixItems.map((item, index) => {
    const type = typeOf(item)
    return index < required ? type.text : `${parenthesized(type)}?`
  })
  const open = rest === NEVER ? [] : [`...${arrayOf(rest).text}`]
  return atom(`[${[...fixed, ...open].join(', ')}]`)
}

/** The members of an object type, in braces. */
export function objectType(schema: SchemaObject): string {
  const { properties = {}, required = [] } = schema
  const unnamed = required.filter((name) => !Object.hasOwn(properties, name))
  const members = [
    ...Object.entries(properties).map(([name, property]) =>
      member(name, property, required.includes(name)),
    ),
    ...unnamed.map((name) => member(name, true, true)),
    indexSignature(schema),
  ].join('')
  if (members !== '') return `{\n${members}}`
  return `{ [member: string]: ${schema.additionalProperties === false ? 'never' : 'unknown'} }`
}

function member(name: string, schema: Schema, required: boolean): string {
  const described = typeof schema === 'object' ? schema : {}
  const comment = doc('  ', described.description, described.deprecated ? '@deprecated' : undefined)
  // `undefined` is what destructuring an absent member gives; JSON has no such value.
  const type = required ? typeOf(schema) : union([typeOf(schema), atom('undefined')])
  return `${comment}  ${key(name)}${required ? '' : '?'}: ${indented(type.text, '  ')}\n`
}

/** What members that are not named may be; an open schema that says nothing of them has none. */
function indexSignature(schema: SchemaObject): string {
  const { additionalProperties, patternProperties = {}, properties = {} } = schema
  const free = typeof additionalProperties === 'object' || additionalProperties === true
  const others = [...Object.values(patternProperties), ...(free ? [additionalProperties] : [])]
  if (others.length === 0) return ''
  const named = Object.values(properties)
  const type = union([
    ...[...others, ...named].map(typeOf),
    ...(named.length > 0 ? [atom('undefined')] : []),
  ])
  return `  [member: string]: ${indented(type.text, '  ')}\n`
}

function literalType(value: unknown, schema: SchemaObject): Type {
  if (typeof value === 'number' && isInt64(schema)) {
    return Number.isSafeInteger(value) ? atom(`${value}n`) : NEVER
  }
  if (value === null || typeof value !== 'object') return atom(literal(value))
  return atom(Array.isArray(value) ? 'unknown[]' : '{ [member: string]: unknown }')
}
