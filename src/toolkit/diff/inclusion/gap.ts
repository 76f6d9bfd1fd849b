import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { SchemaSource } from './rules.js'

/** One step from a value to a part of it, with what is known of the value. */
export interface Frame {
  readonly givens: readonly Rule[]
  /** A member by its name, an item by its index. */
  readonly key: string | number
}

/** A keyword of the wanted schema that nothing given is known to satisfy. */
export interface Gap {
  readonly keyword: string
  /** The schema with the keyword. */
  readonly wanted: PlacedSchema
  /** A member that the keyword is about. */
  readonly member?: string
  readonly trail: readonly Frame[]
  /** The schemas that a part at the end of the trail satisfies. */
  readonly givens: readonly Rule[]
  /** What a part satisfies that the keyword most likely refuses: one schema after the other. */
  readonly forced: readonly Schema[]
  /** True if only values have it that their schema says nothing about. */
  readonly isUndescribed?: true
}

/** What the rules of keywords work with. */
export interface Proof {
  readonly givens: readonly Rule[]
  /** The schema whose keywords are to be proved. */
  readonly wanted: Rule
  readonly trail: readonly Frame[]
  readonly prover: Prover
}

/** What a prover works with. */
export interface ProverOptions {
  /** The document of the given schemas, and that of the wanted ones. */
  readonly from: SchemaSource
  readonly to: SchemaSource
  /** Names of the schemas that are not the same in both. */
  readonly changed: ReadonlySet<string>
  /** Most steps of one proof; 20,000 by default. */
  readonly steps?: number
  /** All that a reader may take a value for; the value itself by default. */
  readonly readings?: (value: unknown) => readonly unknown[]
}

/** Proves that what satisfies some schemas of one document satisfies a schema of another one. */
export interface Prover {
  /** What is not proved; nothing for a proof. */
  gaps(
    givens: readonly PlacedSchema[],
    wanted: PlacedSchema,
    trail: readonly Frame[],
  ): readonly Gap[]
  /** True if values are written as texts, and what is no string may be read as one. */
  readonly isText: boolean
  /** The wanted schema, its references and the parts of its `allOf`. */
  rulesOf(wanted: PlacedSchema): readonly Rule[]
  /** True if the wanted schema accepts a value. */
  accepts(wanted: PlacedSchema, value: unknown): boolean
  /** True if no value satisfies both. */
  isDisjoint(givens: readonly PlacedSchema[], wanted: PlacedSchema): boolean
  /** True if both have the same meaning by their texts. */
  isSame(given: Schema, wanted: Schema): boolean
  /** True if what satisfies the wanted schema satisfies the given one; of one name, but for what that does not describe. */
  isWithin(wanted: PlacedSchema, given: PlacedSchema): boolean
}

/** A rule of some keywords: the gaps that they leave. */
export type KeywordProof = (proof: Proof) => readonly Gap[]

/** A gap at the place of a proof. */
export function gapOf(
  { givens, wanted, trail }: Proof,
  keyword: string,
  forced: readonly Schema[],
  more: Pick<Gap, 'member' | 'isUndescribed'> = {},
): Gap {
  return { keyword, wanted, trail, givens, forced, ...more }
}

/** Keywords that a list of values is told by, whichever of them refuses it. */
export const LISTED: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'type',
  'oneOf',
  'anyOf',
  'not',
])

/** True for a gap of the same keyword, or of a branch of it. */
export function isOfRule(one: Gap, { keyword, wanted: { pointer } }: Gap): boolean {
  const isBranch = one.wanted.pointer.startsWith(append(pointer, keyword))
  return isBranch || (one.keyword === keyword && one.wanted.pointer === pointer)
}
