import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { referencesOf } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { holds } from './objects.js'

/** Most schemas that values are drawn of, for what a choice refuses. */
const MOST_FORCED = 24

/** `anyOf`: one branch for all that is given. */
export const anyOfProof: KeywordProof = (proof) => {
  const branches = branchesOf(proof, 'anyOf')
  return branches.some((branch) => holds(proof, branch)) ? [] : unionGaps(proof, 'anyOf', branches)
}

/** `oneOf`: one branch for all that is given, and no other one for any of it. */
export const oneOfProof: KeywordProof = (proof) => {
  const { prover, givens } = proof
  const branches = branchesOf(proof, 'oneOf')
  const possible = branches.filter(
    (branch) => !isRefused(proof, branch) && !prover.isDisjoint(givens, branch),
  )
  const [only, ...others] = possible
  const isKept = only !== undefined && others.length === 0 && holds(proof, only)
  return isKept ? [] : unionGaps(proof, 'oneOf', possible)
}

/** True if it is said of all that is given that it is not in a schema. */
function isRefused({ prover, givens }: Proof, branch: PlacedSchema): boolean {
  return givens.some(({ schema: { not }, pointer }) => {
    const refused = typeof not === 'object' ? [not, ...(not.anyOf ?? [])] : []
    return refused.some((schema) => prover.isWithin(branch, { schema, pointer }))
  })
}

function branchesOf({ wanted: { schema, pointer } }: Proof, keyword: 'anyOf' | 'oneOf') {
  const branches = schema[keyword] as readonly Schema[]
  return branches.map((each, index): PlacedSchema => {
    return { schema: each, pointer: append(pointer, keyword, index) }
  })
}

/** The gaps of the only branch that is for values of these types, or one of the whole choice. */
function unionGaps(
  proof: Proof,
  keyword: string,
  branches: readonly PlacedSchema[],
): readonly Gap[] {
  const { prover, givens, trail } = proof
  const isHere = (gap: Gap) => gap.trail.length === trail.length
  const all = branches
    .map((branch) => prover.gaps(givens, branch, trail))
    .filter((gaps) => !gaps.some((gap) => isHere(gap) && gap.keyword === 'type'))
  const [only, ...others] = all
  if (only !== undefined && only.length > 0 && others.length === 0) return only
  const forced = all.flatMap((gaps) => gaps.filter(isHere).flatMap((gap) => gap.forced))
  return [gapOf(proof, keyword, [...forced.slice(0, MOST_FORCED), true])]
}

/** `not`: nothing given is in it. */
export const notProof: KeywordProof = (proof) => {
  const { prover, givens, wanted } = proof
  const schema = wanted.schema.not as Schema
  const refused = { schema, pointer: append(wanted.pointer, 'not') }
  if (isRefused(proof, refused) || prover.isDisjoint(givens, refused)) return []
  const isAlone = referencesOf(schema).length === 0
  return [gapOf(proof, 'not', isAlone ? [schema, true] : [true])]
}

/** `if`, `then` and `else`: both hold for all that is given, but for the one that is never asked for. */
export const conditionProof: KeywordProof = (proof) => {
  const { prover, givens, wanted } = proof
  const part = (keyword: 'if' | 'then' | 'else'): PlacedSchema => {
    return { schema: wanted.schema[keyword] ?? true, pointer: append(wanted.pointer, keyword) }
  }
  const condition = part('if')
  const isNever = givens.some(({ schema: { not } }) => not && prover.isSame(not, condition.schema))
  const isKept =
    (isNever || holds(proof, part('then'))) &&
    (holds(proof, part('else')) || holds(proof, condition))
  return isKept ? [] : [gapOf(proof, 'if', [true])]
}

/** The branches of choices, at any depth. */
export function allBranchesOf(
  rules: readonly Rule[],
  rulesOf: (branch: PlacedSchema) => readonly Rule[],
): readonly Rule[] {
  const own = rules.flatMap(({ schema, pointer }) =>
    (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((branch, at) =>
        rulesOf({ schema: branch, pointer: append(pointer, keyword, at) }),
      ),
    ),
  )
  return own.length === 0 ? own : [...own, ...allBranchesOf(own, rulesOf)]
}
