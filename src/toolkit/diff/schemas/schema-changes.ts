import { readings } from '../../conformance/cases/readings.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { NOTHING } from '../../samples/index.js'
import type { Change, ChangePlace, Effect, Severity } from '../change.js'
import type { ComparedDocument } from '../compared-document.js'
import { createProvers, type Provers } from '../inclusion/create-prover.js'
import type { Gap } from '../inclusion/gap.js'
import { schemaText } from '../inclusion/schema-text.js'
import { witnessesOf } from '../witness/find-witness.js'
import { annotationChanges, annotationWords } from './annotation-changes.js'
import { changedNames } from './changed-names.js'
import { type Flow, gapText, gapWho, keywordRule, kindOf, pathOf } from './gap-words.js'

/** Schemas of a part of both documents. */
export interface SchemaPair {
  readonly flow: Flow
  /** The start of the rules: `request-body`. */
  readonly area: string
  /** The part, as a person says it. */
  readonly part: string
  readonly old: PlacedSchema
  readonly new: PlacedSchema
  /** True if its scalars are written as texts. */
  readonly isText: boolean
}

/** Compares schemas: by proofs, and by witnesses where there is none. */
export class SchemaComparer {
  readonly #old: ComparedDocument
  readonly #new: ComparedDocument
  readonly #provers: Readonly<Record<Flow | `${Flow}Text`, Provers>>
  /** Severities of the gaps that are decided, by their places. */
  readonly #decided = new Map<string, Effect>()

  constructor(one: ComparedDocument, other: ComparedDocument) {
    this.#old = one
    this.#new = other
    const changed = changedNames(one.contract, other.contract)
    const forward = { from: one.contract, to: other.contract, changed }
    const backward = { from: other.contract, to: one.contract, changed }
    this.#provers = {
      request: createProvers(forward),
      requestText: createProvers({ ...forward, readings: textReadings }),
      response: createProvers(backward),
      responseText: createProvers({ ...backward, readings: textReadings }),
    }
  }

  /** The changes of a schema; none where it is proved that nobody breaks, and all means the same. */
  effects(pair: SchemaPair): readonly Effect[] {
    return [...this.#refusals(pair), ...this.#annotations(pair)]
  }

  #annotations(pair: SchemaPair): Effect[] {
    const contracts = [this.#old.contract, this.#new.contract] as const
    return annotationChanges(contracts, [pair.old, pair.new])
      .filter(({ kind }) => kind !== 'default' || pair.flow === 'request')
      .map((change) => ({
        rule: `${pair.area}-${change.kind}`,
        severity: 'notice',
        ...annotationWords(change, pair.part),
        text: change.text,
        ...this.#places(change.places),
      }))
  }

  #refusals(pair: SchemaPair): readonly Effect[] {
    const { flow, isText } = pair
    const [given, wanted] = flow === 'request' ? [pair.old, pair.new] : [pair.new, pair.old]
    const [from, to] = flow === 'request' ? [this.#old, this.#new] : [this.#new, this.#old]
    const gaps = this.#provers[isText ? (`${flow}Text` as const) : flow].gaps(given, wanted)
    if (gaps.length === 0) return []
    const required = new Set(gaps.map(requiredKey))
    const told = gaps.filter((gap) => !gap.isUndescribed || !required.has(memberKey(gap)))
    const inclusion = {
      ...{ from: from.contract, given, to: to.contract, wanted },
      readings: isText ? textReadings : (value: unknown) => [value],
    }
    const witnesses = witnessesOf(inclusion, told)
    return told.map((gap) => {
      const effect = this.#placed(pair, gap, given)
      const key = [effect.rule, effect.text, effect.old?.pointer, effect.new?.pointer].join(' ')
      // A gap without a witness may have one at another place, or in a value of other schemas.
      const texts = [given, wanted].map(({ schema }) => schemaText(schema))
      const schemas = [key, effect.path, ...texts].join(' ')
      const known = this.#decided.get(key) ?? this.#decided.get(schemas)
      if (known !== undefined) return { ...known, ...effect }
      const found = gap.isUndescribed ? NOTHING : witnesses.find(gap)
      const decided = { ...effect, ...outcome(gap, found) }
      this.#decided.set(decided.severity === 'breaking' ? key : schemas, decided)
      return decided
    })
  }

  #placed(
    { flow, area, part }: SchemaPair,
    gap: Gap,
    root: PlacedSchema,
  ): Omit<Effect, 'severity'> {
    const { keyword, wanted, givens, trail } = gap
    const own = keywordRule(givens, keyword)
    const last = trail.at(-1)
    const [nearest = root] = [...givens, ...(last?.givens ?? [])]
    const given = own === undefined ? nearest.pointer : append(own.pointer, keyword)
    const isThere = typeof wanted.schema === 'object' && Object.hasOwn(wanted.schema, keyword)
    const places = [given, isThere ? append(wanted.pointer, keyword) : wanted.pointer] as const
    const path = pathOf(gap)
    return {
      rule: `${area}-${kindOf(gap)}`,
      ...(path !== undefined && { path }),
      who: gapWho(gap, flow, part),
      text: gapText(gap, flow),
      ...this.#places(flow === 'request' ? places : [places[1], places[0]]),
    }
  }

  #places([one, other]: readonly [string, string]): { old: ChangePlace; new: ChangePlace } {
    return { old: this.#old.place(one), new: this.#new.place(other) }
  }
}

/** All that a reader may take a text for: a list of one item is written as the item. */
function textReadings(value: unknown): unknown[] {
  const [only] = Array.isArray(value) && value.length === 1 ? [readings(value[0])] : []
  return [...readings(value), ...(only ?? [])]
}

function outcome(
  { isUndescribed }: Gap,
  value: unknown,
): { severity: Severity; witness?: Change['witness'] & {} } {
  if (value !== NOTHING) return { severity: 'breaking', witness: { value } }
  return { severity: isUndescribed ? 'notice' : 'undecided' }
}

/** A member of a schema, and the same if it is required there. */
function memberKey({ wanted, member }: Gap): string {
  return `${wanted.pointer} ${member}`
}

function requiredKey(gap: Gap): string {
  return gap.keyword === 'required' ? memberKey(gap) : ''
}
