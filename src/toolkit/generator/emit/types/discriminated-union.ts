import { refName } from '../../graph/refs.js'
import type { Discriminator, Schema } from '../../model/model.js'
import { key } from '../../print/print.js'
import { remembered } from '../../shared/memoize.js'
import { type Choice, conjunctsOf } from './conjuncts.js'
import { kindsOf, namedKinds } from './kinds.js'
import { listedValues, literalsType, valuesAs } from './literals.js'
import { type Member, namedMembers } from './members.js'
import { atom, intersection, type Type } from './type-algebra.js'
import type { TypeContext } from './type-context.js'

/**
 * The type of a branch of a choice, with the values that its discriminator has there: so `switch` on
 * it narrows the union. Where the branch says as much already it stays as it is.
 */
export function discriminated(
  type: Type,
  branch: Schema,
  { discriminator }: Choice,
  context: TypeContext,
): Type {
  const [name, ...others] = conjunctsOf(branch).refs
  if (discriminator === undefined || name === undefined || others.length > 0) return type
  const kinds = namedKinds(name, context)
  if (!kinds.has('object') || kinds.size > 1) return type
  const { propertyName } = discriminator
  const member = namedMembers(name, context).get(propertyName)
  const names = valuesByTarget(discriminator.mapping).get(name) ?? []
  const values = narrowed(names, member, context)
  if (values === undefined) return type
  // A schema may name its discriminator and not require it, though it should (3.1, section 4.8.25).
  const optional = member?.required ? '' : '?'
  const text = `${literalsType(values, valuesAs(values, member?.schema, context), context).text}${optional && ' | undefined'}`
  return intersection([type, atom(`{ ${key(propertyName)}${optional}: ${text} }`)])
}

/** The values of a mapping by the name of the schema that they lead to. */
export const valuesByTarget = remembered((mapping: Discriminator['mapping']) => {
  const values = new Map<string, string[]>()
  for (const [value, ref] of Object.entries(mapping)) {
    const name = refName(ref)
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
})

/** The values of a discriminator that lead to a schema, where they say more than the schema does. */
export function narrowed(
  names: readonly string[],
  member: Member | undefined,
  context: TypeContext,
): unknown[] | undefined {
  if (names.length === 0) return undefined
  if (member?.schema === undefined) return [...names]
  const values = names.flatMap((name) => valuesNamed(name, member.schema as Schema, context))
  const listed = listedValues(member.schema, context)
  const possible = listed ? values.filter((value) => listed.includes(value)) : values
  // A member that allows none of the names contradicts the mapping: it is right, and says enough.
  const isNews = possible.length > 0 && possible.length !== listed?.length
  return isNews ? possible : undefined
}

/** What a name in a mapping, always a string, is as a value of the member (`'True'`, `'1.0'`). */
function valuesNamed(name: string, schema: Schema, context: TypeContext): unknown[] {
  const kinds = kindsOf(schema, context)
  const values: unknown[] = []
  if (kinds.has('string')) values.push(name)
  if (kinds.has('number') && /^-?\d+(\.\d+)?$/.test(name)) values.push(Number(name))
  if (kinds.has('boolean') && /^(true|false)$/i.test(name)) values.push(/^t/i.test(name))
  return values
}
