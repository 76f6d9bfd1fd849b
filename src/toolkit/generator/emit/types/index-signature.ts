import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { schemaNamed, schemasInPlace } from '../../analysis/composition.js'
import { type Code, code, indentedCode } from '../../print/code.js'
import {
  after,
  atom,
  type Type,
  type TypeContext,
  UNKNOWN,
  union,
  unlessOpen,
} from './type-algebra.js'
import { typeOf } from './type-of.js'

/** The schema of the members that a schema of objects neither names nor matches by a pattern. */
export function othersOf(schema: SchemaObject): Schema | undefined {
  return schema.additionalProperties ?? schema.unevaluatedProperties
}

export function isOpen(schema: SchemaObject): boolean {
  return (othersOf(schema) ?? false) !== false || schema.patternProperties !== undefined
}

/**
 * Index signature of the members without a name in the schema; none if the schema has no keyword for
 * them. In TypeScript it applies to the named members too, whatever schema names them.
 *
 * @param required - Types of members that the schema requires and does not describe.
 * @param schemas - All schemas of the same value.
 */
export function indexSignature(
  schema: SchemaObject,
  required: readonly Type[],
  schemas: () => readonly SchemaObject[],
  context: TypeContext,
): Code[] {
  if (!isOpen(schema)) return []
  const own = [...othersIn(schema), ...membersIn(schema)].map((each) => typeOf(each, context))
  const type = union([...own, ...required])
  const whole = type === UNKNOWN ? type : union([type, ...typesBeside(schema, schemas(), context)])
  const text = indentedCode(withoutLiterals(whole), '  ')
  return [code`${after('  [member: string]:', text)}\n`]
}

function othersIn(schema: SchemaObject): Schema[] {
  const others = othersOf(schema) ?? false
  return [...Object.values(schema.patternProperties ?? {}), ...(others === false ? [] : [others])]
}

function membersIn({ properties = {} }: SchemaObject): Schema[] {
  return Object.values(properties)
}

/**
 * Types of members that other schemas of the same value describe. What a pattern does not match or is evaluated
 * elsewhere is free of this schema (JSON Schema Core 2020-12, section 11.3); only `additionalProperties` is about
 * the members that other schemas describe, too.
 */
function typesBeside(
  schema: SchemaObject,
  schemas: readonly SchemaObject[],
  context: TypeContext,
): Type[] {
  const isAboutAll = schema.additionalProperties !== undefined
  const members = new Set([
    ...schemas.flatMap(membersIn),
    ...(isAboutAll ? [] : schemas.flatMap(othersIn)),
  ])
  const types = [...members].map(
    (each) => unlessOpen(each, context, () => typeOf(each, context)) ?? UNKNOWN,
  )
  return schemas.some((each) => membersIn(each).length > 0) ? [...types, atom('undefined')] : types
}

/**
 * True if the index signature of a named type is of patterns, and schemas beside it describe other members, which no
 * pattern needs to match: the name alone would refuse them.
 */
export function isWidened(
  name: string,
  all: () => readonly SchemaObject[],
  context: TypeContext,
): boolean {
  if (context.open.has(name) || !hasPatterns(name, context)) return false
  const own = schemasInPlace(schemaNamed(name, context), context)
  const names = new Set(own.flatMap(namesIn))
  const isNews = (each: SchemaObject) => namesIn(each).some((member) => !names.has(member))
  return all().some((each) => !own.includes(each) && (isOpen(each) || isNews(each)))
}

/** True if a named type has an index signature of patterns that says nothing of other members. */
function hasPatterns(name: string, context: TypeContext): boolean {
  const own = schemasInPlace(schemaNamed(name, context), context)
  return own.some((each) => each.patternProperties && othersOf(each) === undefined)
}

function namesIn({ properties = {} }: SchemaObject): string[] {
  return Object.keys(properties)
}

/** A union with `string` without literals of strings, which say no more. */
function withoutLiterals(type: Type): Type {
  const all = type.operator === '|' ? type.parts : []
  const has = (text: string) => all.some((part) => part.text === text)
  const isWide = ({ text }: Type) =>
    (has('string') && /^'.*'$/.test(text)) || (has('number') && /^-?\d[\d.e+-]*$/.test(text))
  return all.length === 0 ? type : union(all.filter((part) => !isWide(part)))
}
