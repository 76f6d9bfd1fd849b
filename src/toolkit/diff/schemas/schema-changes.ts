import { readings } from '../../conformance/cases/readings.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { grouped } from '../../generator/shared/collections.js'
import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { NOTHING } from '../../samples/index.js'
import type { Change, ChangePlace, Effect, Severity } from '../change.js'
import type { ComparedDocument } from '../compared-document.js'
import { createProvers, type Provers } from '../inclusion/create-prover.js'
import type { Gap } from '../inclusion/gap.js'
import { schemaText } from '../inclusion/schema-text.js'
import { type Witnesses, witnessesOf } from '../witness/find-witness.js'
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
  readonly #effort = { parts: 0 }

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
    const witnesses = witnessesOf(inclusion, told, this.#effort)
    const texts = [given, wanted].map(({ schema }) => schemaText(schema)).join(' ')
    const keyed = told.map((gap) => {
      const effect = this.#placed(pair, gap, given)
      return [keyOf(effect), { gap, effect }] as const
    })
    // The same change is told where it is least deep.
    const placed = [...grouped(keyed)].flatMap(([key, cases]) =>
      cases
        .toSorted((one, other) => one.gap.trail.length - other.gap.trail.length)
        .map((each) => [`${key} ${each.effect.path}`, each] as const),
    )
    return [...grouped(placed)].map(([place, cases]) => {
      const { effect } = cases[0] as (typeof cases)[0]
      const key = keyOf(effect)
      // What has no witness here may have one at another place, or in a value of other schemas.
      const here = `${place} ${texts}`
      const known = this.#decided.get(key) ?? this.#decided.get(here)
      if (known !== undefined) return { ...known, ...effect }
      const gaps = cases.map(({ gap }) => gap) as [Gap, ...Gap[]]
      const decided = { ...effect, ...outcome(gaps, witnesses) }
      this.#decided.set(decided.severity === 'breaking' ? key : here, decided)
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

/** All that a reader may take a text for: a list of one item is written as the item, and a member without items is not. */
function textReadings(value: unknown): unknown[] {
  const [only] = Array.isArray(value) && value.length === 1 ? [readings(value[0])] : []
  if (!isObject(value)) return [...readings(value), ...(only ?? [])]
  const sent = Object.entries(value).filter(([, each]) => !Array.isArray(each) || each.length > 0)
  return readings(Object.fromEntries(sent))
}

function keyOf({ rule, text, old, new: changed }: Omit<Effect, 'severity'>): string {
  return [rule, text, old?.pointer, changed?.pointer].join(' ')
}

function outcome(
  gaps: readonly [Gap, ...Gap[]],
  witnesses: Witnesses,
): { severity: Severity; witness?: Change['witness'] & {} } {
  if (gaps[0].isUndescribed) return { severity: 'notice' }
  const value = witnesses.find(gaps)
  return value === NOTHING
    ? { severity: 'undecided' }
    : { severity: 'breaking', witness: { value } }
}

/** A member of a schema, and the same if it is required there. */
function memberKey({ wanted, member }: Gap): string {
  return `${wanted.pointer} ${member}`
}

function requiredKey(gap: Gap): string {
  return gap.keyword === 'required' ? memberKey(gap) : ''
}
