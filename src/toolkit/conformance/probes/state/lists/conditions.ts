import { isObject, type JsonObject } from '../../../../openapi/json.js'
import { plainName } from '../../../../openapi/resources/names.js'
import { conjunctsOf } from '../../../../openapi/schema/conjuncts.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { TestedContract } from '../../../document/contract.js'
import { isList, itemsOf, listedBy, membersOf } from '../../../document/members.js'
import { shown } from '../../../values/shown.js'
import { type Filter, filterOf } from './filter.js'
import { fitOf, type Relation } from './fit.js'
import { type Leaf, leafNamed, valuesAt } from './leaves.js'
import { type SaidOfFilter, saidBy } from './said.js'
import type { Selection } from './selection.js'
import { differentAt, isPlainly, limitsAsked, type Question, textsAsked } from './values-asked.js'

/** Conditions of a search, and what they select. */
export interface SearchCondition extends Selection {
  readonly value: JsonObject
}

/** A name of a member that compares, and what its name says. */
type Operator = readonly [names: RegExp, relation: Relation, said?: Partial<SaidOfFilter>]

/** Members in the object of what they compare. */
const OPERATORS: readonly Operator[] = [
  [/^\$?(eq|equals?|equal_?to|is)$/i, 'equal'],
  [/^\$?(contains|includes|has)$/i, 'contains'],
  [/^\$?(starts?_?with|begins?_?with|prefix)$/i, 'begins'],
  [/^\$?(gt|above|greater_?than|more_?than)$/i, 'above'],
  [/^\$?(lt|below|less_?than)$/i, 'below'],
  [/^\$?(gte|min|minimum|at_?least)$/i, 'least', { border: true }],
  [/^\$?(lte|max|maximum|at_?most)$/i, 'most', { border: true }],
  [/^\$?(from|since)$/i, 'least'],
  [/^\$?(to|until)$/i, 'most'],
]

/** Those of several values. */
const OPERATORS_OF_MANY: readonly Operator[] = [
  [/^\$?(in|any|any_?of|one_?of)$/i, 'equal', { several: 'any' }],
  [/^\$?(all|all_?of|contains_?all|has_?all)$/i, 'equal', { several: 'all' }],
]

/** Conditions of one member each whose meaning is in its name, by the values that items have. */
export function conditionsOf(
  contract: TestedContract,
  schema: Schema,
  leaves: readonly Leaf[],
  items: readonly unknown[],
): SearchCondition[] {
  return [...membersOf(contract, schema)].flatMap(([name, member]): SearchCondition[] => {
    const own = filterOf(contract, leaves, { name, schema: member })
    if (own !== undefined)
      return conditionsFor(contract, own, items, (value) => ({ [name]: value }))
    return [...membersOf(contract, member)].flatMap(([operator, operand]) =>
      compared(contract, leaves, name, { operator, operand }).flatMap((each) =>
        conditionsFor(contract, each, items, (value) => ({ [name]: { [operator]: value } })),
      ),
    )
  })
}

function compared(
  contract: TestedContract,
  leaves: readonly Leaf[],
  name: string,
  { operator, operand }: { operator: string; operand: Schema },
): Filter[] {
  const isMany = isList(contract, operand)
  const known = (isMany ? OPERATORS_OF_MANY : OPERATORS).find(([names]) => names.test(operator))
  if (known === undefined) return []
  const schema = isMany ? (itemsOf(contract, operand) ?? true) : operand
  const leaf = leafNamed(contract, leaves, name, schema)
  if (leaf === undefined || plainName(leaf.path[0] as string) !== plainName(name)) return []
  return [{ leaf, schema, isMany, ...meantBy(known, Object(operand).description) }]
}

function meantBy(
  [, relation, named]: Operator,
  description: string | undefined,
): Pick<Filter, 'relation' | 'said'> {
  const described = saidBy(description)
  const said = { ...described, ...named, border: described.border ?? named?.border }
  const inclusive = INCLUSIVE[relation]
  const mayBeInclusive = /\b(equal|inclusive|or (more|less)|at (least|most)|from|up to)\b/i
  if (inclusive === undefined || !mayBeInclusive.test(`${description}`)) return { relation, said }
  return { relation: inclusive, said }
}

const INCLUSIVE: Partial<Record<Relation, Relation>> = { above: 'least', below: 'most' }

function conditionsFor(
  contract: TestedContract,
  { isMany, ...compared }: Filter,
  items: readonly unknown[],
  written: (value: unknown) => JsonObject,
): SearchCondition[] {
  return valuesFor(contract, compared, items).map((each): SearchCondition => {
    const value = written(isMany ? [each] : each)
    const wanted = { ...compared, values: [each] }
    return {
      value,
      told: shown(value),
      fits: (item) => fitOf(contract, wanted, item),
      decisive: (item) => ({ [compared.leaf.path.join('.')]: valuesAt(item, compared.leaf) }),
    }
  })
}

function valuesFor(
  contract: TestedContract,
  question: Question,
  items: readonly unknown[],
): unknown[] {
  const different = differentAt(items, question)
  if (!['equal', 'contains', 'begins'].includes(question.relation)) {
    return limitsAsked(contract, question, different, [0.5])
  }
  if (!isPlainly(contract, question)) return textsAsked(question, different)
  const listed = different.length > 0 ? (listedBy(contract, question.schema) ?? []) : []
  // Of what no item has, nothing is found.
  return [...different.slice(-2), ...listed.filter((each) => !different.includes(each)).slice(0, 1)]
}

/** The opposite of conditions, where the document has a member for it. */
export function oppositeOf(
  contract: TestedContract,
  schema: Schema,
  condition: SearchCondition,
): SearchCondition | undefined {
  const own = new Set(conjunctsOf(schema, contract.target))
  const [name] =
    [...membersOf(contract, schema)].find(
      ([each, member]) =>
        /^\$?not$/i.test(each) && conjunctsOf(member, contract.target).some((one) => own.has(one)),
    ) ?? []
  if (name === undefined) return undefined
  const value = { [name]: condition.value }
  const fits = (item: unknown) => {
    const fit = condition.fits(item)
    return fit === undefined ? undefined : !fit
  }
  return { ...condition, value, told: shown(value), fits }
}

/** Both conditions, where they are of different members. */
export function bothOf(one: SearchCondition, other: SearchCondition): SearchCondition | undefined {
  if (Object.keys(one.value).some((name) => name in other.value)) return undefined
  const value = { ...one.value, ...other.value }
  return { value, told: shown(value), ...conjunctionOf(one, other) }
}

export function conjunctionOf(
  one: Selection,
  other: Selection,
): Pick<Selection, 'fits' | 'decisive'> {
  return {
    fits: (item) => {
      const fits = [one.fits(item), other.fits(item)]
      if (fits.includes(false)) return false
      return fits.includes(undefined) ? undefined : true
    },
    decisive: (item) =>
      Object.assign({}, ...[one, other].map((each) => object(each.decisive(item)))),
  }
}

/** What fits both, or none, where it is open whether one is enough. */
export function overlapOf(one: Selection, other: Selection): ReturnType<typeof conjunctionOf> {
  const { decisive } = conjunctionOf(one, other)
  const fits = (item: unknown) => {
    const both = one.fits(item)
    return both === other.fits(item) ? both : undefined
  }
  return { fits, decisive }
}

function object(value: unknown): object {
  return isObject(value) ? value : {}
}

/** True if some item tells both from either: it fits one of them only. */
export function areApart(one: Selection, other: Selection, items: readonly unknown[]): boolean {
  return items.some((item) => one.fits(item) === true && other.fits(item) === false)
}
