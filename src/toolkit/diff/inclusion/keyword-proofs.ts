import type { Rule } from '../../conformance/values/place.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import { containsProof, itemCountProof, itemsProof, uniqueProof } from './arrays.js'
import { anyOfProof, conditionProof, notProof, oneOfProof } from './choices.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { hasKind, kindsOf } from './kinds.js'
import { membersProof, namesOf, OTHER_NAME, patternsOf } from './members.js'
import { boundsProof, factorProof, typeProof } from './numbers.js'
import {
  dependentProof,
  dependentSchemasProof,
  memberCountProof,
  namesProof,
  requiredProof,
} from './objects.js'
import { likeGiven } from './rules.js'
import { formatProof, lengthProof, patternProof } from './strings.js'

/** Keywords that are proved together. */
interface KeywordGroup {
  readonly keywords: readonly string[]
  readonly proof: KeywordProof
  /** The JSON type that they are about. */
  readonly about?: string
  /** True if the same keywords in a given schema are a proof. */
  readonly isKeptBySame?: true
}

/** `enum` and `const`, where nothing given lists values. */
const listProof: KeywordProof = (proof) => {
  const { enum: list, const: one, type = [] } = proof.wanted.schema
  const kinds = [...kindsOf(proof.givens)]
  const isOther = kinds.every((kind) => kind === 'array' || kind === 'object')
  // Where all are of another type, that is told.
  if (isOther && type.length > 0 && !kinds.some((kind) => type.includes(kind))) return []
  const keyword = list === undefined ? 'const' : 'enum'
  return [gapOf(proof, keyword, [{ not: { enum: list ?? [one] } }, true])]
}

/** Members that no other keyword has a schema for: proved where what is given is closed, too. */
const unevaluatedMembersProof: KeywordProof = (proof) => {
  const { prover, givens, wanted } = proof
  const isClosed = givens.some(({ schema }) => schema.unevaluatedProperties === false)
  const isPlain = givens.every(({ schema }) => {
    return !OPENING.some((keyword) => (schema[keyword] ?? false) !== false)
  })
  const rules = prover.rulesOf(wanted)
  const isNew = (known: readonly string[]) => (name: string) => !known.includes(name)
  const names = namesOf(givens).filter(isNew(namesOf(rules)))
  const isKept = names.length === 0 && !patternsOf(givens).some(isNew(patternsOf(rules)))
  if (isClosed && isPlain && isKept) return []
  const shown = isClosed ? names : [...names, OTHER_NAME]
  const named = shown.map((name) => ({ type: 'object', required: [name] }))
  const many = { type: 'object', minProperties: 12 }
  return [gapOf(proof, 'unevaluatedProperties', [...named, many, true])]
}

/** Items that no other keyword has a schema for: never proved. */
const unevaluatedItemsProof: KeywordProof = (proof) => [
  gapOf(proof, 'unevaluatedItems', [{ type: 'array', minItems: 12 }, true]),
]

/** Keywords beside which a closed schema may accept other names than those of its `properties`. */
const OPENING = ['additionalProperties', 'anyOf', 'oneOf', 'if', 'dependentSchemas']

const GROUPS: readonly KeywordGroup[] = [
  { keywords: ['type'], proof: typeProof },
  { keywords: ['enum', 'const'], proof: listProof, isKeptBySame: true },
  {
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    proof: boundsProof,
    about: 'number',
  },
  { keywords: ['multipleOf'], proof: factorProof, about: 'number' },
  { keywords: ['minLength', 'maxLength'], proof: lengthProof, about: 'string' },
  { keywords: ['pattern'], proof: patternProof, about: 'string' },
  { keywords: ['format'], proof: formatProof, about: 'string' },
  { keywords: ['required'], proof: requiredProof, about: 'object' },
  {
    keywords: ['properties', 'patternProperties', 'additionalProperties'],
    proof: membersProof,
    about: 'object',
  },
  { keywords: ['minProperties', 'maxProperties'], proof: memberCountProof, about: 'object' },
  { keywords: ['propertyNames'], proof: namesProof, about: 'object', isKeptBySame: true },
  { keywords: ['dependentRequired'], proof: dependentProof, about: 'object' },
  {
    keywords: ['dependentSchemas'],
    proof: dependentSchemasProof,
    about: 'object',
    isKeptBySame: true,
  },
  { keywords: ['unevaluatedProperties'], proof: unevaluatedMembersProof, about: 'object' },
  { keywords: ['minItems', 'maxItems'], proof: itemCountProof, about: 'array' },
  { keywords: ['uniqueItems'], proof: uniqueProof, about: 'array' },
  { keywords: ['items', 'prefixItems'], proof: itemsProof, about: 'array' },
  {
    keywords: ['contains', 'minContains', 'maxContains'],
    proof: containsProof,
    about: 'array',
    isKeptBySame: true,
  },
  { keywords: ['unevaluatedItems'], proof: unevaluatedItemsProof, about: 'array' },
  { keywords: ['anyOf'], proof: anyOfProof, isKeptBySame: true },
  { keywords: ['oneOf'], proof: oneOfProof, isKeptBySame: true },
  { keywords: ['not'], proof: notProof, isKeptBySame: true },
  { keywords: ['if', 'then', 'else'], proof: conditionProof, isKeptBySame: true },
]

/** The gaps that the keywords of the wanted schema leave, but for `$ref` and `allOf`. */
export function keywordGaps(whole: Proof): readonly Gap[] {
  const { givens, wanted } = whole
  const proof = { ...whole, wanted: { ...wanted, schema: likeGiven(wanted.schema, givens) } }
  return GROUPS.flatMap((group) => {
    const { keywords, about } = group
    if (!keywords.some((keyword) => Object.hasOwn(proof.wanted.schema, keyword))) return []
    if (about !== undefined && !hasKind(proof.givens, about)) return []
    return isKeptBySame(proof, group) ? [] : group.proof(proof)
  })
}

function isKeptBySame({ prover, givens, wanted }: Proof, group: KeywordGroup): boolean {
  if (!group.isKeptBySame) return false
  const own = picked(wanted.schema, group)
  return givens.some((given: Rule) => prover.isSame(picked(given.schema, group), own))
}

function picked(schema: SchemaObject, { keywords }: KeywordGroup): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([each]) => keywords.includes(each)))
}
