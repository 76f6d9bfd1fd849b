import { itemSchemas, type PlacedSchema, type Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { referencesOf } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { countsIn } from './strings.js'

const ARRAY = { type: 'array' } as const

/** `minItems` and `maxItems`. */
export const itemCountProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const { minItems, maxItems } = wanted.schema
  const [least, most] = [Number(minItems ?? 0), Number(maxItems ?? Infinity)]
  const isLong = countsIn(givens, 'minItems').some((each) => each >= least)
  const isShort = mostItems(givens) <= most
  return [
    ...(least === 0 || isLong
      ? []
      : [gapOf(proof, 'minItems', [{ ...ARRAY, maxItems: least - 1 }])]),
    ...(maxItems === undefined || isShort
      ? []
      : [gapOf(proof, 'maxItems', [{ ...ARRAY, minItems: most + 1 }])]),
  ]
}

/** The most items that some rules allow. */
function mostItems(rules: readonly Rule[]): number {
  const tuples = rules.filter(({ schema }) => schema.items === false)
  const lengths = tuples.map(({ schema }) => schema.prefixItems?.length ?? 0)
  return Math.min(Infinity, ...countsIn(rules, 'maxItems'), ...lengths)
}

/** Items that are equal. */
const TWICE: readonly Schema[] = ['text', 'a', 0, 1, true, null, {}].map((value) => ({
  ...ARRAY,
  minItems: 2,
  items: { enum: [value] },
}))

/** `uniqueItems`. */
export const uniqueProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const isUnique = givens.some(({ schema }) => schema.uniqueItems === true)
  if (wanted.schema.uniqueItems !== true || isUnique || mostItems(givens) <= 1) return []
  const any = { ...ARRAY, minItems: 2 }
  return [gapOf(proof, 'uniqueItems', [...TWICE, ...Array(4).fill({ ...any, minItems: 12 })])]
}

/** `items` and `prefixItems`. */
export const itemsProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const prefixes = [...givens, wanted].map(({ schema }) => schema.prefixItems?.length ?? 0)
  const longest = mostItems(givens)
  // The last index stands for all after it.
  const indices = Array.from({ length: Math.max(...prefixes) + 1 }, (_, index) => index)
  return indices.filter((index) => index < longest).flatMap((index) => itemGaps(proof, index))
}

function itemGaps({ prover, givens, wanted, trail }: Proof, index: number): readonly Gap[] {
  const { schemas } = itemSchemas([wanted], index)
  const known = itemSchemas(givens, index).schemas
  return schemas.flatMap((each) => prover.gaps(known, each, [...trail, { givens, key: index }]))
}

/** `contains`: true for all items of an array that has some, or a gap. */
export const containsProof: KeywordProof = (proof) => {
  const { wanted, givens, trail, prover } = proof
  const { contains, minContains = 1, maxContains } = wanted.schema
  // Without `contains` the counts say nothing.
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return []
  const schema: PlacedSchema = {
    schema: contains,
    pointer: append(wanted.pointer, 'contains'),
  }
  const isLong = countsIn(givens, 'minItems').some((each) => each >= minContains)
  const isKnown = givens.some(
    ({ schema: known }) =>
      known.contains !== undefined &&
      prover.isSame(known.contains, schema.schema) &&
      (known.minContains ?? 1) >= minContains &&
      (known.maxContains ?? Infinity) <= (maxContains ?? Infinity),
  )
  if (isKnown) return []
  const isKept = maxContains === undefined && isLong
  const below = [...trail, { givens, key: 0 }]
  const items = itemSchemas(givens, 0).schemas
  if (isKept && prover.gaps(items, schema, below).length === 0) return []
  const isAlone = referencesOf(contains).length === 0
  const tooMany = { ...ARRAY, minItems: Number(maxContains) + 1, items: contains }
  const forced = maxContains === undefined || !isAlone ? [] : [tooMany]
  return [gapOf(proof, 'contains', [{ ...ARRAY, maxItems: 0 }, ...forced, ARRAY])]
}
