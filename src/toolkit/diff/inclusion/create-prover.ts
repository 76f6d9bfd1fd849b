import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { referencesOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { Assumptions } from './assumptions.js'
import { allBranchesOf } from './choices.js'
import { areDisjoint } from './disjoint.js'
import { type Frame, type Gap, gapOf, type Proof, type Prover } from './gap.js'
import { keywordGaps } from './keyword-proofs.js'
import { kindsOf, listedBy } from './kinds.js'
import { casesOf, conjunctionOf, isCut, refusing, type SchemaSource, typeCasesOf } from './rules.js'
import { schemaText } from './schema-text.js'
import { isMaybeEmpty, isOneText, itemsOf, SOME_ITEMS } from './written.js'

/** Most steps of one proof: what takes more is not proved. */
const MOST_STEPS = 20_000

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

  constructor(options: ProverOptions, proved: Set<string>) {
    this.#options = options
    this.#assumptions = new Assumptions(proved)
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
    if (list !== undefined) return this.#listGaps({ ...proof, prover: this }, list)
    const found = [
      ...this.#partsOf(wanted).flatMap((part) => this.gaps(givens, part, trail)),
      ...keywordGaps({ ...proof, prover: this }),
    ]
    if (found.length === 0) return []
    const isChoice = 'anyOf' in wanted.schema || 'oneOf' in wanted.schema
    const cases = casesOf(givens) ?? (isChoice ? typeCasesOf(givens) : undefined)
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

  #listGaps(proof: Proof, list: readonly unknown[]): readonly Gap[] {
    const { wanted, givens } = proof
    const refused = list.filter((value) => !this.accepts(wanted, value))
    if (refused.length === 0) return []
    const rules = this.rulesOf(wanted)
    const isList = ({ schema }: Rule) => 'enum' in schema || 'const' in schema
    const given = new Set(givens.map(({ pointer }) => pointer))
    const branches = allBranchesOf(rules, (each) => this.rulesOf(each)).filter(isList)
    const own = rules.find(isList) ?? branches.find(({ pointer }) => given.has(pointer))
    const isNull = refused.every((value) => value === null)
    const isTyped = rules.some(({ schema: { type = 'null' } }) => ![type].flat().includes('null'))
    const isOwn = own !== undefined && refused.some((value) => !this.accepts(own, value))
    const isListed = isOwn && !(isNull && isTyped)
    const listing = own !== undefined && 'enum' in own.schema ? 'enum' : 'const'
    const other = refusing(rules, (schema) =>
      refused.some((value) => !this.accepts({ schema, pointer: wanted.pointer }, value)),
    )
    const keyword = isListed ? listing : (other?.keyword ?? 'type')
    const place = isListed ? own : (other?.rule ?? wanted)
    const forced = refused.map((value) => ({ enum: [value] }))
    return [gapOf({ ...proof, wanted: place }, keyword, forced)]
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
}

/** Keywords that a list of values is told by, whichever of them refuses it. */
const LISTED: ReadonlySet<string> = new Set(['enum', 'const', 'type', 'oneOf', 'anyOf', 'not'])

/** True for a gap of the same keyword, or of a branch of it. */
function isOfRule(one: Gap, { keyword, wanted: { pointer } }: Gap): boolean {
  const isBranch = one.wanted.pointer.startsWith(append(pointer, keyword))
  return isBranch || (one.keyword === keyword && one.wanted.pointer === pointer)
}

let numbers = 0
const numberOf = memoize(() => ++numbers)
