import { isInt64Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import { key, literal } from '../../print/print.js'
import { atom, NEVER, type Type, union } from './type-algebra.js'
import type { TypeContext } from './type-context.js'

/** Union of the values that a schema lists. */
export function literalsType(
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
