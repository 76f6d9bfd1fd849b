import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../../openapi/json.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { multipleOf } from '../../validation/numbers.js'
import { type Gap, gapOf, type KeywordProof, type Proof } from './gap.js'
import { kindsOf, schemaOfKind, type ValueKind } from './kinds.js'

type Numeral = number | bigint

/** A limit of numbers. */
interface Bound {
  readonly value: Numeral
  readonly isExclusive: boolean
}

/** The limits that formats of integers imply. */
const FORMAT_BOUNDS: Readonly<Record<string, readonly [least: Numeral, most: Numeral]>> = {
  int32: [INT32_MIN, INT32_MAX],
  int64: [INT64_MIN, INT64_MAX],
}

function formatBounds({
  type,
  format = '',
}: SchemaObject): readonly [Numeral, Numeral] | undefined {
  return [type].flat().includes('integer') ? FORMAT_BOUNDS[format] : undefined
}

/** `type`, and the formats of integers. */
export const typeProof: KeywordProof = (proof) => {
  const { givens, wanted, prover } = proof
  const allowed = kindsOf([wanted])
  const readAs = prover.isText && isAnyText(wanted.schema) ? TEXTS : []
  const missing = [...kindsOf(givens)].filter(
    (kind) => !allowed.has(kind) && !readAs.includes(kind),
  )
  if (missing.length > 0) return [gapOf(proof, 'type', missing.map(schemaOfKind))]
  const bounds = formatBounds(wanted.schema)
  if (bounds === undefined || !kindsOf(givens).has('integer')) return []
  const [least, most] = bounds
  return [
    ...limitGaps(proof, 'format', { value: least, isExclusive: false }, LOWER),
    ...limitGaps(proof, 'format', { value: most, isExclusive: false }, UPPER),
  ]
}

/** The kinds that are strings, too, when they are written as texts. */
const TEXTS: readonly ValueKind[] = ['integer', 'fraction', 'boolean']

/** True for a schema that accepts every string. */
function isAnyText({ type = 'string', ...schema }: SchemaObject): boolean {
  const hasLimits = TEXT_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword))
  return [type].flat().includes('string') && !hasLimits
}

const TEXT_KEYWORDS = [
  ...['enum', 'const', 'not', 'if', 'allOf', 'anyOf', 'oneOf', '$ref'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
]

/** One of the two ends of a range. */
interface End {
  readonly inclusive: 'minimum' | 'maximum'
  readonly exclusive: 'exclusiveMinimum' | 'exclusiveMaximum'
  /** Index in the bounds of a format. */
  readonly index: 0 | 1
  /** True if the first number is as far inside as the second one, or farther. */
  isWithin(inner: Numeral, outer: Numeral): boolean
  /** Away from the range. */
  readonly sign: 1 | -1
}

const LOWER: End = {
  inclusive: 'minimum',
  exclusive: 'exclusiveMinimum',
  index: 0,
  isWithin: (inner, outer) => inner >= outer,
  sign: -1,
}

const UPPER: End = {
  inclusive: 'maximum',
  exclusive: 'exclusiveMaximum',
  index: 1,
  isWithin: (inner, outer) => inner <= outer,
  sign: 1,
}

/** `minimum`, `maximum`, and their exclusive forms. */
export const boundsProof: KeywordProof = (proof) =>
  [LOWER, UPPER].flatMap((end) => {
    const { inclusive, exclusive } = end
    return [inclusive, exclusive].flatMap((keyword) => {
      const value = proof.wanted.schema[keyword] as Numeral | undefined
      if (value === undefined) return []
      return limitGaps(proof, keyword, { value, isExclusive: keyword === exclusive }, end)
    })
  })

function limitGaps(proof: Proof, keyword: string, limit: Bound, end: End): readonly Gap[] {
  const { givens } = proof
  const isWhole = !kindsOf(givens).has('fraction')
  const known = givens.flatMap(({ schema }) => boundsIn(schema, end))
  const isKept = known
    .map((bound) => (isWhole ? wholeBound(bound, end) : bound))
    .some((bound) => isInside(bound, limit, end))
  return isKept ? [] : [gapOf(proof, keyword, [{ enum: beyond(limit, end) }, outside(limit, end)])]
}

function boundsIn(schema: SchemaObject, { inclusive, exclusive, index }: End): Bound[] {
  const ofFormat = formatBounds(schema)?.[index]
  return [
    { value: schema[inclusive] as Numeral, isExclusive: false },
    { value: schema[exclusive] as Numeral, isExclusive: true },
    { value: ofFormat as Numeral, isExclusive: false },
  ].filter(({ value }) => value !== undefined)
}

/** The outermost integer within a bound. */
function wholeBound({ value, isExclusive }: Bound, { sign }: End): Bound {
  if (typeof value === 'bigint') return { value, isExclusive }
  const nearest = sign < 0 ? Math.ceil(value) : Math.floor(value)
  return { value: isExclusive && nearest === value ? value - sign : nearest, isExclusive: false }
}

function isInside(bound: Bound, limit: Bound, { isWithin }: End): boolean {
  if (!isWithin(bound.value, limit.value)) return false
  return !limit.isExclusive || bound.isExclusive || !isWithin(limit.value, bound.value)
}

/** Numbers just outside of a limit. */
function beyond({ value, isExclusive }: Bound, { sign }: End): Numeral[] {
  const own = isExclusive ? [value] : []
  if (typeof value === 'bigint') return [...own, value + BigInt(sign)]
  return [...own, value + sign, value + sign / 2, value + sign / 1000]
}

function outside({ value }: Bound, { sign }: End): Schema {
  return sign < 0 ? { exclusiveMaximum: value } : { exclusiveMinimum: value }
}

/** `multipleOf`. */
export const factorProof: KeywordProof = (proof) => {
  const factor = proof.wanted.schema.multipleOf as Numeral
  const known = proof.givens.flatMap(({ schema }) => (schema.multipleOf ?? []) as Numeral[])
  const all = kindsOf(proof.givens).has('fraction') ? known : [...known, 1]
  if (all.some((each) => multipleOf(each, factor))) return []
  const near = [1, 0.5, 1.5, 2, 3, 5, 7].map((each) => each * Number(factor) + 1)
  const parts = [0.5, 1.5, 0.1].map((each) => each * Number(factor))
  return [gapOf(proof, 'multipleOf', [{ enum: [1, ...parts, ...near] }, { type: 'number' }])]
}
