import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { isClosed, namesOf, requiredBy } from './members.js'
import { countsIn } from './strings.js'

const OBJECT = { type: 'object' } as const

/** An object without a member. */
const without = (name: string) => ({ ...OBJECT, properties: { [name]: false } })

/** `required`. */
export const requiredProof: KeywordProof = (proof) => {
  const known = requiredBy(proof.givens)
  const { required = [] } = proof.wanted.schema
  return required.flatMap((name) =>
    known.has(name) ? [] : [gapOf(proof, 'required', [without(name)], { member: name })],
  )
}

/** `minProperties` and `maxProperties`. */
export const memberCountProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const { minProperties, maxProperties } = wanted.schema
  const [least, most] = [Number(minProperties ?? 0), Number(maxProperties ?? Infinity)]
  const fewest = Math.max(requiredBy(givens).size, ...countsIn(givens, 'minProperties'))
  const closed = isClosed(givens) ? namesOf(givens).length : Infinity
  const highest = Math.min(closed, ...countsIn(givens, 'maxProperties'))
  return [
    ...(fewest >= least
      ? []
      : [gapOf(proof, 'minProperties', [{ ...OBJECT, maxProperties: least - 1 }])]),
    ...(highest <= most
      ? []
      : [gapOf(proof, 'maxProperties', [{ ...OBJECT, minProperties: most + 1 }])]),
  ]
}

type Needs = Readonly<Record<string, readonly string[]>>

/** `dependentRequired`. */
export const dependentProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const required = requiredBy(givens)
  const isKnown = (name: string, other: string) =>
    required.has(other) ||
    givens.some(({ schema: { dependentRequired = {} } }) =>
      Object.entries(dependentRequired).some(
        ([each, needs]) => each === name && needs.includes(other),
      ),
    )
  return Object.entries(wanted.schema.dependentRequired as Needs).flatMap(([name, others]) =>
    others.flatMap((other): Gap[] => {
      if (isKnown(name, other)) return []
      const forced = { ...without(other), required: [name] }
      return [gapOf(proof, 'dependentRequired', [forced], { member: other })]
    }),
  )
}

/** `dependentSchemas`: proved for all objects, or a gap. */
export const dependentSchemasProof: KeywordProof = (proof) => {
  const { wanted } = proof
  const isKept = Object.values(wanted.schema.dependentSchemas as object).every((schema) =>
    holds(proof, { schema, pointer: wanted.pointer }),
  )
  return isKept ? [] : [gapOf(proof, 'dependentSchemas', [OBJECT])]
}

/** True if all values that are given satisfy a schema. */
export function holds({ prover, givens, trail }: Proof, schema: PlacedSchema): boolean {
  return prover.gaps(givens, schema, trail).length === 0
}

/** `propertyNames`: given, or true for each name of a closed object. */
export const namesProof: KeywordProof = (proof) => {
  const { givens, wanted, prover } = proof
  const schema = wanted.schema.propertyNames as Schema
  const names = { schema, pointer: wanted.pointer }
  const given = givens.flatMap(({ schema: { propertyNames }, pointer }) =>
    propertyNames === undefined ? [] : [{ schema: propertyNames, pointer }],
  )
  const text: Rule = { schema: { type: 'string' }, pointer: wanted.pointer }
  if (given.length > 0 && prover.gaps([...given, text], names, []).length === 0) return []
  const refused = namesOf(givens).filter((name) => !prover.accepts(names, name))
  if (isClosed(givens) && refused.length === 0) return []
  const forced = [...refused, 'UPPER', 'a b', '1', '!'].map((name) => ({
    ...OBJECT,
    required: [name],
  }))
  return [gapOf(proof, 'propertyNames', forced)]
}
