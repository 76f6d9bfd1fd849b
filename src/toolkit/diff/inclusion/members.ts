import { memberSchemas, type PlacedSchema, type Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { ONE_WAY, type Schema } from '../../openapi/schema/schema.js'
import { randomFrom } from '../../samples/draw.js'
import { instances } from '../../samples/index.js'
import { drawMatch } from '../../samples/patterns.js'
import { schemaAccepts } from '../../validation/explain/explain.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { schemaText } from './schema-text.js'

/** A name that few schemas have. */
export const OTHER_NAME = 'otherMember'

/** The members that all values have. */
export function requiredBy(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.flatMap(({ schema }) => schema.required ?? []))
}

/** The names that some rules have schemas for. */
export function namesOf(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))]
}

/** The patterns of names that some rules have schemas for. */
export function patternsOf(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {}))
}

/** True if no member may have a name without a schema of its own. */
export function isClosed(rules: readonly Rule[]): boolean {
  return rules.some(
    ({ schema }) => schema.additionalProperties === false && schema.patternProperties === undefined,
  )
}

/** True for a schema that accepts everything. */
function isOpen(schema: Schema | undefined): boolean {
  return schema === undefined || ['true', '{}'].includes(schemaText(schema))
}

/** `properties`, `patternProperties` and `additionalProperties`. */
export const membersProof: KeywordProof = (proof) => {
  const { givens, wanted } = proof
  const names = new Set([...namesOf(givens), ...namesOf([wanted])])
  const named = [...names].flatMap((name) => namedGaps(proof, name))
  const matching = namesByPattern([...givens, wanted]).flatMap((name) => namedGaps(proof, name))
  // A name shows what all names of a pattern have in common.
  const others = matching.length > 0 ? matching : [...patternGaps(proof), ...otherGaps(proof)]
  return [...named, ...others]
}

/** A name for each pattern of names. */
function namesByPattern(rules: readonly Rule[]): readonly string[] {
  const names = patternsOf(rules).map((pattern) => drawMatch(pattern, randomFrom(1)))
  return names.filter((name) => name !== undefined)
}

function namedGaps(proof: Proof, name: string): readonly Gap[] {
  const { givens, wanted } = proof
  if (givens.some(({ schema }) => schema[ONE_WAY]?.names.includes(name))) return []
  const schemas = memberSchemas([wanted], name).filter(({ schema }) => !isOpen(schema))
  const known = memberSchemas(givens, name).filter(({ schema }) => !isOpen(schema))
  const isDescribed =
    known.length > 0 || namesOf(givens).includes(name) || requiredBy(givens).has(name)
  if (!isDescribed && schemas.length > 0) {
    return [gapOf(proof, 'properties', [], { member: name, isUndescribed: true })]
  }
  return schemas.flatMap((schema) => below(proof, name, known, schema))
}

function below(
  { prover, givens, trail }: Proof,
  key: string,
  known: readonly PlacedSchema[],
  wanted: PlacedSchema,
): readonly Gap[] {
  return prover.gaps(known, wanted, [...trail, { givens, key }])
}

/** A name of members that no schema names, such as values may have. */
function otherName(proof: Proof): string {
  const rules = proof.givens.flatMap(({ schema: { propertyNames = true } }) => [
    propertyNames as Schema,
  ])
  if (rules.every((each) => each === true)) return OTHER_NAME
  const named = { enum: namesOf([...proof.givens, proof.wanted]) }
  const target = () => true
  const draw = instances({ target, accepts: schemaAccepts.bind(undefined, target) })
  const name = draw({ type: 'string', allOf: [...rules, { not: named }] })
  return typeof name === 'string' ? name : OTHER_NAME
}

/** What members without a name in any schema satisfy, nor in a pattern of the wanted schema. */
function otherSchemas({ givens, wanted }: Proof): PlacedSchema[] {
  return givens.flatMap(({ schema, pointer }): PlacedSchema[] => {
    const { additionalProperties: rest = true, patternProperties = {} } = schema
    if (isOpen(rest)) return []
    const patterns = Object.entries(patternProperties).filter(
      ([pattern]) => !Object.hasOwn(wanted.schema.patternProperties ?? {}, pattern),
    )
    const anyOf = [rest, ...patterns.map(([, each]) => each)]
    const other = patterns.length === 0 ? rest : { anyOf }
    return [{ schema: other, pointer: append(pointer, 'additionalProperties') }]
  })
}

/** Values of each JSON type. */
const SAMPLES = ['text', 7, 0.5, true, null, [], {}]

/** Objects with a member. */
const withMember = (name: string): readonly Schema[] =>
  SAMPLES.map((value) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { enum: [value] } },
  }))

function otherGaps(proof: Proof): readonly Gap[] {
  const { givens, wanted } = proof
  const { additionalProperties: schema = true } = wanted.schema
  if (isOpen(schema) || isClosed(givens)) return []
  const known = otherSchemas(proof)
  const name = otherName(proof)
  const pointer = append(wanted.pointer, 'additionalProperties')
  const gaps = below(proof, name, known, { schema, pointer })
  const isNew = known.length === 0 && gaps.length > 0
  return isNew ? [gapOf(proof, 'additionalProperties', withMember(name))] : gaps
}

function patternGaps(proof: Proof): readonly Gap[] {
  const { givens, wanted } = proof
  return Object.entries(wanted.schema.patternProperties ?? {}).flatMap(([pattern, schema]) => {
    const at = (rule: Rule) => append(rule.pointer, 'patternProperties', pattern)
    const same = givens.flatMap((rule): PlacedSchema[] => {
      const known = rule.schema.patternProperties?.[pattern]
      return known === undefined ? [] : [{ schema: known, pointer: at(rule) }]
    })
    if (same.length === 0 && isClosed(givens)) return []
    const known = same.length > 0 ? same : otherSchemas(proof)
    return below(proof, pattern, known, { schema, pointer: at(wanted) })
  })
}
