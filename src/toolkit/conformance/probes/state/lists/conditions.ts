import { isObject, type JsonObject } from '../../../../openapi/json.js'
import { plainName } from '../../../../openapi/resources/names.js'
import { conjunctsOf } from '../../../../openapi/schema/conjuncts.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { TestedContract } from '../../../document/contract.js'
import { isList, itemsOf, listedBy, membersOf } from '../../../document/members.js'
import { isSameValue, shown } from '../../../resources/compare.js'
import { fitOf, type Relation } from './fit.js'
import { kindOf, type Leaf, leafNamed, orderOf, valuesAt } from './leaves.js'
import type { Selection } from './selection.js'

/** Conditions of a search, and what they select. */
export interface SearchCondition extends Selection {
  readonly value: JsonObject
}

/** Names of members that compare, in the object of what they compare. */
const RELATIONS: readonly (readonly [names: RegExp, relation: Relation, isMany?: boolean])[] = [
  [/^\$?(eq|equals?|equal_?to|is)$/i, 'equal'],
  [/^\$?(in|any|any_?of|one_?of)$/i, 'equal', true],
  [/^\$?(contains|includes|has)$/i, 'contains'],
  [/^\$?(gt|above|greater_?than|more_?than)$/i, 'above'],
  [/^\$?(lt|below|less_?than)$/i, 'below'],
  [/^\$?(gte|min|minimum|from|since|at_?least)$/i, 'least'],
  [/^\$?(lte|max|maximum|to|until|at_?most)$/i, 'most'],
]

/** Conditions of one member each whose meaning is in its name, by the values that items have. */
export function conditionsOf(
  contract: TestedContract,
  schema: Schema,
  leaves: readonly Leaf[],
  items: readonly unknown[],
): SearchCondition[] {
  return [...membersOf(contract, schema)].flatMap(([name, member]): SearchCondition[] => {
    const isMany = isList(contract, member)
    const own = isMany ? (itemsOf(contract, member) ?? true) : member
    const leaf = leafNamed(contract, leaves, name, own)
    if (leaf !== undefined) {
      const compared = { leaf, schema: own, relation: 'equal' as const, isMany }
      return conditionsFor(contract, compared, items, (value) => ({ [name]: value }))
    }
    return [...membersOf(contract, member)].flatMap(([operator, operand]) =>
      compared(contract, leaves, name, { operator, operand }).flatMap((each) =>
        conditionsFor(contract, each, items, (value) => ({ [name]: { [operator]: value } })),
      ),
    )
  })
}

/** What is compared with the values of a leaf. */
interface Comparison {
  readonly leaf: Leaf
  /** The schema of one value. */
  readonly schema: Schema
  readonly relation: Relation
  readonly isMany: boolean
}

function compared(
  contract: TestedContract,
  leaves: readonly Leaf[],
  name: string,
  { operator, operand }: { operator: string; operand: Schema },
): Comparison[] {
  const isMany = isList(contract, operand)
  const known = RELATIONS.find(([names, , many = false]) => names.test(operator) && many === isMany)
  if (known === undefined) return []
  const schema = isMany ? (itemsOf(contract, operand) ?? true) : operand
  const leaf = leafNamed(contract, leaves, name, schema)
  return leaf === undefined || plainName(leaf.path[0] as string) !== plainName(name)
    ? []
    : [{ leaf, schema, relation: isInclusive(operand) ? INCLUSIVE[known[1]] : known[1], isMany }]
}

const INCLUSIVE: Readonly<Record<Relation, Relation>> = {
  ...{ equal: 'equal', contains: 'contains', least: 'least', most: 'most' },
  ...{ above: 'least', below: 'most' },
}

/** True if a description says that a border belongs to what it limits. */
function isInclusive(operand: Schema): boolean {
  const { description } = Object(operand)
  return /\b(equal|inclusive|or (more|less)|at (least|most)|from|up to)\b/i.test(`${description}`)
}

function conditionsFor(
  contract: TestedContract,
  { isMany, ...compared }: Comparison,
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

/** Values that select some of the items. */
function valuesFor(
  contract: TestedContract,
  { leaf, schema, relation }: Omit<Comparison, 'isMany'>,
  items: readonly unknown[],
): unknown[] {
  const known = items.flatMap((item) => valuesAt(item, leaf))
  const different = known.filter(
    (each, at) => known.findIndex((other) => isSameValue(each, other)) === at,
  )
  const kind = kindOf(contract, schema)
  if (relation !== 'equal' && relation !== 'contains') {
    const sorted = different.toSorted((one, other) => orderOf(one, other, kind) ?? 0)
    return sorted.slice(Math.floor(sorted.length / 2)).slice(0, 1)
  }
  if (kind === 'number' || kind === 'boolean' || listedBy(contract, schema) !== undefined) {
    return different.slice(-2)
  }
  // How other texts are compared is not certain.
  return different.filter((each) => /^kit[b-n]{9,}$/.test(String(each))).slice(-2)
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

/** What fits both. */
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

function object(value: unknown): object {
  return isObject(value) ? value : {}
}

/** True if some item tells both from either: it fits one of them only. */
export function areApart(one: Selection, other: Selection, items: readonly unknown[]): boolean {
  return items.some((item) => one.fits(item) === true && other.fits(item) === false)
}
