import type { Schema, SchemaObject } from '../../model/model.js'
import { isInt64 } from '../../passes/int64.js'
import { key, literal } from '../../print/print.js'
import { conjunctsOf } from './conjuncts.js'
import { kindOf, ownKinds } from './kinds.js'
import { atom, NEVER, type Type, union } from './type-algebra.js'
import { schemaNamed, type TypeContext } from './type-context.js'

/** The values that a schema lists, if it does. */
export function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values === undefined) return undefined
  const kinds = ownKinds({ ...schema, enum: values })
  return values.filter((value) => kinds.has(kindOf(value)))
}

/** The values that any schema lists, itself or where it refers to. */
export function listedValues(schema: Schema, context: TypeContext): readonly unknown[] | undefined {
  const { own, refs } = conjunctsOf(schema)
  const lists = [
    ...own.map(valuesOf),
    ...refs.map((name) => listedValues(schemaNamed(name, context), context)),
  ].filter((values) => values !== undefined)
  const [first, ...others] = lists
  return first?.filter((value) => others.every((values) => values.includes(value)))
}

/** A schema of some values of another one: an int64 stays one. */
export function valuesAs(
  values: readonly unknown[],
  schema: Schema | undefined,
  context: TypeContext,
): SchemaObject {
  const isNumeric = values.every((value) => typeof value === 'number')
  // Of a member that nothing describes all values are strings.
  const isBig = isNumeric && allowsInt64(schema as Schema, context)
  return { enum: values, ...(isBig && { type: 'integer', format: 'int64' }) }
}

function allowsInt64(schema: Schema, context: TypeContext): boolean {
  const { own, refs } = conjunctsOf(schema)
  return own.some(isInt64) || refs.some((name) => allowsInt64(schemaNamed(name, context), context))
}

/** The values that a schema lists, as a type. */
export function literalsType(
  values: readonly unknown[],
  schema: SchemaObject,
  { int64 }: TypeContext,
): Type {
  const exact = int64 === 'bigint' && isInt64(schema)
  return union(values.map((value) => literalType(value, exact)))
}

/** A number of the document is a `bigint` where an int64 is; what neither holds is no value at all. */
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
