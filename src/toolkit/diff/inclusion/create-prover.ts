import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { referencesOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { Assumptions } from './assumptions.js'
import { areDisjoint } from './disjoint.js'
import {
  type Frame,
  type Gap,
  gapOf,
  isOfRule,
  LISTED,
  type Proof,
  type Prover,
  type ProverOptions,
} from './gap.js'
import { keywordGaps } from './keyword-proofs.js'
import { kindsOf, listedBy } from './kinds.js'
import { listGaps } from './lists.js'
import { casesOf, conjunctionOf, isCut, memberCasesOf, typeCasesOf } from './rules.js'
import { schemaText } from './schema-text.js'
import { isMaybeEmpty, isOneText, itemsOf, SOME_ITEMS } from './written.js'

/** Most steps of one proof: what takes more is not proved. */
const MOST_STEPS = 20_000

/** Starts a proof of one inclusion. What an earlier proof has shown is known to later ones. */
export interface Provers {
  gaps(given: PlacedSchema, wanted: PlacedSchema): readonly Gap[]
}

/** Makes provers for two documents. */
export function createProvers(options: ProverOptions): Provers {
  const proved = new Set<string>()
  return {
    gaps: (given, wanted) => new InclusionProver(options, proved).gaps([given], wanted, []),
  }
}

class InclusionProver implements Prover {
  readonly #options: ProverOptions
  readonly #assumptions: Assumptions
  /** The gaps of pairs that are not proved, and how deep they were found. */
  readonly #failed = new Map<string, readonly [gaps: readonly Gap[], depth: number]>()
  #steps = 0
  /** Proves from the wanted to the given schemas, and has no other one. */
  readonly #isReversed: boolean
  #reversed: InclusionProver | undefined

  constructor(options: ProverOptions, proved: Set<string>, isReversed = false) {
    this.#options = options
    this.#assumptions = new Assumptions(proved)
    this.#isReversed = isReversed
  }

  gaps(
    given: readonly PlacedSchema[],
    wanted: PlacedSchema,
    trail: readonly Frame[],
  ): readonly Gap[] {
    const { schema, pointer } = wanted
    // A member of a form, or of an object in a query.
    const isMember = this.isText && trail.length === 1 && typeof trail[0]?.key === 'string'
    const { whole, rules } = conjunctionOf(this.#options.from, given)
    if (schema === true || rules === undefined || kindsOf(rules).size === 0) return []
    if (whole.some((each) => !isCut(each) && this.isSame(each, schema))) return []
    const item = isMember && isOneText(rules) ? itemsOf(this.rulesOf(wanted)) : undefined
    if (item !== undefined) return this.gaps(given, item, trail)
    if (isMember && isMaybeEmpty(rules)) return this.gaps([...given, SOME_ITEMS], wanted, trail)
    const proof = { givens: rules, wanted: { schema: {}, pointer }, trail, prover: this }
    if (schema === false) return this.#falseGaps(proof)
    if (++this.#steps > (this.#options.steps ?? MOST_STEPS)) return [gapOf(proof, 'size', [])]
    const key = [...rules, { schema }].map((each) => numberOf(each.schema)).join(' ')
    if (this.#assumptions.isKnown(key)) return []
    const [failed, depth] = this.#failed.get(key) ?? []
    if (failed !== undefined)
      return failed.map((gap) => ({ ...gap, trail: [...trail, ...gap.trail.slice(depth)] }))
    const wholly = { ...proof, wanted: { schema, pointer } }
    const found = this.#assumptions.during(key, () => this.#gapsOf(wholly))
    if (found.length > 0) this.#failed.set(key, [found, trail.length])
    return found
  }

  /** What is given may have no value all the same. */
  #falseGaps(proof: Proof): readonly Gap[] {
    const { givens, wanted, trail } = proof
    const nothing = { schema: false, pointer: wanted.pointer }
    const cases = casesOf(givens)
    return (
      cases?.flatMap((each) => this.gaps(each, nothing, trail)) ?? [gapOf(proof, 'false', [true])]
    )
  }

  #gapsOf(proof: Omit<Proof, 'prover'>) {
    const { givens, wanted, trail } = proof
    const list = this.#listOf(givens)
    if (list !== undefined) return listGaps({ ...proof, prover: this }, list)
    const found = [
      ...this.#partsOf(wanted).flatMap((part) => this.gaps(givens, part, trail)),
      ...keywordGaps({ ...proof, prover: this }),
    ]
    if (found.length === 0) return []
    const isChoice = 'anyOf' in wanted.schema || 'oneOf' in wanted.schema
    const divided = () => typeCasesOf(givens) ?? memberCasesOf(givens, this.#options.from)
    const cases = casesOf(givens) ?? (isChoice ? divided() : undefined)
    if (cases === undefined) return found
    // What is proved of all that is given is proved of each case, which may no longer show it.
    const own = new Set(this.rulesOf(wanted).map(({ pointer }) => pointer))
    const isProved = (gap: Gap) =>
      !LISTED.has(gap.keyword) &&
      gap.trail.length === trail.length &&
      own.has(gap.wanted.pointer) &&
      !found.some((each) => isOfRule(each, gap))
    const gaps = cases.flatMap((each) => this.gaps(each, wanted, trail))
    const told = gaps.filter((gap) => !isProved(gap))
    // It chooses what is told, not whether anything is.
    return told.length > 0 ? told : gaps
  }

  /** The values that are all there are. */
  #listOf(givens: readonly Rule[]): readonly unknown[] | undefined {
    const isScalar = [...kindsOf(givens)].every((kind) => kind === 'boolean' || kind === 'null')
    const all = { schema: { enum: [true, false, null] }, pointer: '' }
    const { verdicts } = this.#options.from
    return listedBy(isScalar ? [all, ...givens] : givens, ({ schema }, value) =>
      verdicts.accepts(schema, value),
    )
  }

  #partsOf({ schema: { $ref, allOf = [] }, pointer }: Rule): PlacedSchema[] {
    const { to } = this.#options
    return [
      ...($ref === undefined
        ? []
        : [{ schema: to.target($ref), pointer: to.pointerOf(schemaNameIn($ref)) }]),
      ...allOf.map((schema, at) => ({ schema, pointer: append(pointer, 'allOf', at) })),
    ]
  }

  get isText(): boolean {
    return this.#options.readings !== undefined
  }

  rulesOf(wanted: PlacedSchema): readonly Rule[] {
    return conjunctionOf(this.#options.to, [wanted]).rules ?? []
  }

  accepts({ schema }: PlacedSchema, value: unknown): boolean {
    const { to, readings = (each) => [each] } = this.#options
    return readings(value).some((each) => to.verdicts.accepts(schema, each))
  }

  isDisjoint(givens: readonly PlacedSchema[], wanted: PlacedSchema): boolean {
    return areDisjoint(this.#options, givens, [wanted])
  }

  isSame(given: Schema, wanted: Schema): boolean {
    return (
      schemaText(given) === schemaText(wanted) &&
      referencesOf(wanted).every((name) => !this.#options.changed.has(name))
    )
  }

  isWithin(wanted: PlacedSchema, given: PlacedSchema): boolean {
    if (this.isSame(given.schema, wanted.schema)) return true
    const [name, other] = [given, wanted].map(({ schema }) => Object(schema).$ref as unknown)
    // One of many branches is not compared with all the others.
    const isOther = name !== undefined && other !== undefined && name !== other
    if (isOther || this.isText || this.#isReversed) return false
    const { from, to } = this.#options
    this.#reversed ??= new InclusionProver(
      { ...this.#options, from: to, to: from },
      new Set(),
      true,
    )
    const gaps = this.#reversed.gaps([wanted], given, [])
    return gaps.every((gap) => gap.isUndescribed && name !== undefined && name === other)
  }
}

let numbers = 0
const numberOf = memoize(() => ++numbers)
