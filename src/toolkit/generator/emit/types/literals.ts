import {
  isInt64Schema,
  type Schema,
  type SchemaObject,
  TYPED,
  type TypedFormat,
} from '../../../openapi/schema/schema.js'
import { type Alternatives, compositionOf } from '../../analysis/composition.js'
import {
  isDefaultOf,
  leadsElsewhere,
  narrowedValues,
  valuesBySchema,
} from '../../analysis/discriminators.js'
import { namedJsonTypes, valuesAs } from '../../analysis/json-values.js'
import { namedMembers } from '../../analysis/members.js'
import { code, symbol } from '../../print/code.js'
import { key, literal, quote } from '../../print/print.js'
import {
  atom,
  intersection,
  NEVER,
  type Type,
  type TypeContext,
  typeOfCode,
  UNKNOWN,
  union,
} from './type-algebra.js'
import type { Around } from './type-of.js'

function literalsType(
  values: readonly unknown[],
  schema: SchemaObject,
  { int64 }: TypeContext,
): Type {
  const exact = int64 === 'bigint' && isInt64Schema(schema)
  return union(values.map((value) => literalType(value, exact)))
}

/** A number of an int64 is a `bigint`; a number that neither can represent is no value. */
function literalType(value: unknown, exact: boolean): Type {
  if (typeof value === 'bigint') return exact ? atom(`${value}n`) : NEVER
  if (typeof value === 'number' && exact) {
    return Number.isSafeInteger(value) ? atom(`${value}n`) : NEVER
  }
  if (value === null || typeof value !== 'object') return atom(literal(value))
  const inside = (each: unknown) => literalType(each, false).text
  if (Array.isArray(value)) return atom(`[${value.map(inside).join(', ')}]`)
  const members = Object.entries(value).map(([name, each]) => `${key(name)}: ${inside(each)}`)
  return atom(members.length === 0 ? '{ [member: string]: never }' : `{ ${members.join('; ')} }`)
}

/**
 * Type of a branch with the values of the discriminator for it, so that `switch` on the discriminator
 * narrows the union; unchanged if the branch has these values already.
 */
export function discriminated(
  type: Type,
  branch: Schema,
  { branches, discriminator }: Alternatives,
  context: TypeContext,
): Type {
  const [name, ...others] = compositionOf(branch).refs
  if (discriminator === undefined || leadsElsewhere(discriminator, branches)) return type
  if (isDefaultOf(discriminator, branch)) return type
  if (name === undefined || others.length > 0) return type
  const types = namedJsonTypes(name, context)
  if (!types.has('object') || types.size > 1) return type
  const { propertyName } = discriminator
  const member = namedMembers(name, context).get(propertyName)
  const names = valuesBySchema(discriminator.mapping).get(name) ?? []
  const values = narrowedValues(names, member, context)
  if (values === undefined) return type
  // A schema may name its discriminator and not require it, though it should (3.1, section 4.8.25).
  const optional = member?.required ? '' : '?'
  const literals = literalsType(values, valuesAs(values, member?.schema, context), context)
  const property = code`{ ${key(propertyName)}${optional}: ${literals}${optional && ' | undefined'} }`
  return intersection([type, typeOfCode(property)])
}

export function formatType({ format, type, codec }: TypedFormat, context: TypeContext): Type {
  if (type !== undefined) {
    const [name = ''] = type.split('.')
    // A schema of the document may have the name, too.
    return atom(context.schemas.has(name) ? `globalThis.${type}` : type)
  }
  const typed =
    codec === undefined
      ? code`${symbol('contract')}.Branded<${quote(format)}>`
      : code`ReturnType<typeof ${symbol('codecTypes')}.${codec}.decode>`
  return typeOfCode(typed)
}

export function isTyped({ [TYPED]: typed }: SchemaObject): boolean {
  return typed !== undefined
}

/** Type of listed values. A string of a typed format is a value of the format's type. */
export function listedType(
  values: readonly unknown[],
  schema: SchemaObject,
  { sure, schemas }: Pick<Around, 'schemas' | 'sure'>,
  context: TypeContext,
): Type {
  const literals = (each: readonly unknown[]) => literalsType(each, schema, context)
  const others = values.filter((value) => typeof value !== 'string')
  if (!context.hasFormats || others.length === values.length) return literals(values)
  const typed = typedIn(sure(), context)
  if (typed === NEVER) return union([literals(values), typedIn(schemas(), context)])
  return others.length === 0 ? UNKNOWN : union([literals(others), typed])
}

function typedIn(schemas: readonly SchemaObject[], context: TypeContext): Type {
  return union(schemas.flatMap(({ [TYPED]: typed }) => (typed ? formatType(typed, context) : [])))
}
