import { isObject } from '../../../../openapi/json.js'
import { plainName } from '../../../../openapi/resources/names.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { TestedContract } from '../../../document/contract.js'
import {
  formatOf,
  isList,
  itemsOf,
  listedBy,
  membersOf,
  typesOf,
} from '../../../document/members.js'
import { isNumeric } from '../../../values/same-value.js'

/** A member of an item with a plain value, or a list of plain ones. */
export interface Leaf {
  readonly path: readonly string[]
  readonly schema: Schema
  readonly isList: boolean
}

/** The members of an item, and those of the objects in it. */
export function leavesOf(
  contract: TestedContract,
  schema: Schema,
  path: readonly string[] = [],
): Leaf[] {
  return [...membersOf(contract, schema)].flatMap(([name, member]): Leaf[] => {
    const place = [...path, name]
    if (isList(contract, member)) {
      const items = itemsOf(contract, member) ?? true
      return isPlain(contract, items) ? [{ path: place, schema: items, isList: true }] : []
    }
    if (isPlain(contract, member)) return [{ path: place, schema: member, isList: false }]
    return path.length === 0 ? leavesOf(contract, member, place) : []
  })
}

function isPlain(contract: TestedContract, schema: Schema): boolean {
  const types = typesOf(contract, schema)
  return types.length > 0 && types.every((each) => each !== 'object' && each !== 'array')
}

export function valuesAt(item: unknown, { path, isList: isMany }: Leaf): unknown[] {
  const value = path.reduce<unknown>(
    (each, name) => (isObject(each) && Object.hasOwn(each, name) ? each[name] : undefined),
    item,
  )
  if (value === undefined || value === null) return []
  return isMany && Array.isArray(value) ? value : [value]
}

/** The leaf that a name means: its own, its plural, the only one of a kind in the object of that name. */
export function leafNamed(
  contract: TestedContract,
  leaves: readonly Leaf[],
  name: string,
  schema: Schema,
): Leaf | undefined {
  const wanted = plainName(name)
  const isFit = (leaf: Leaf) => kindOf(contract, leaf.schema) === kindOf(contract, schema)
  const top = leaves.filter(
    ({ path }) => path.length === 1 && plainName(path[0] as string) === wanted,
  )
  if (top.length > 0) return top.find(isFit)
  const inside = leaves.filter(
    ({ path }) => path.length === 2 && plainName(path[0] as string) === wanted,
  )
  const fit = inside.filter(isFit)
  if (fit.length > 0) return fit.length === 1 ? fit[0] : undefined
  const below = leaves.filter(({ path }) => plainName(path.at(-1) as string) === wanted)
  return below.length === 1 && isFit(below[0] as Leaf) ? below[0] : undefined
}

/** What values a schema has, as far as comparisons go. */
export function kindOf(contract: TestedContract, schema: Schema): string {
  const [type = ''] = typesOf(contract, schema)
  if (type === 'integer' || type === 'number') return 'number'
  const isEither = (value: unknown) => value === 'true' || value === 'false'
  if (listedBy(contract, schema)?.every(isEither)) return 'boolean'
  const format = formatOf(contract, schema)
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : type
}

/** Order of two values: numbers, days and times, and the kit's own texts; `undefined` if it is not certain. */
export function orderOf(one: unknown, other: unknown, kind: string): number | undefined {
  if (kind === 'number') return isNumeric(one) && isNumeric(other) ? compare(one, other) : undefined
  if (kind === 'date') return compare(String(one), String(other))
  if (kind === 'date-time') return compare(Date.parse(String(one)), Date.parse(String(other)))
  // Other texts have as many orders as there are languages.
  const [first, second] = [String(one), String(other)]
  if (first.length !== second.length) return undefined
  const isOwn = [first, second].every((each) => /^kit[b-n]{9,}$/.test(each))
  const isNumbered = withoutNumber(first) === withoutNumber(second)
  return isOwn || isNumbered ? compare(first, second) : undefined
}

/** What is before the digits at the end of a text. */
function withoutNumber(text: string): string {
  return text.replace(/\d+$/, '')
}

function compare<Value extends string | number | bigint>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other)
}
