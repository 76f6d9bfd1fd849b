import { isObject } from '../openapi/json.js'
import { isCursor, LIMITS, OFFSETS, PAGES, plainName } from '../openapi/resources/names.js'
import type { Item } from './item-shape.js'
import { compared, sorted } from './sorting.js'

type Query = Readonly<Record<string, unknown>>

/** The items that a query asks for. */
export interface SelectedItems {
  /** Those of all pages. */
  readonly all: readonly Item[]
  readonly page: readonly Item[]
  /** How many come before the page. */
  readonly start: number
  readonly limit: number
  /** The parameter that said so, if one did. */
  readonly limitedBy: string | undefined
  /** The number of the page, if the query has one, and that of the first page. */
  readonly number: number | undefined
  readonly first: number
  /** How many come before the next page, if there is one: its cursor. */
  readonly next: number | undefined
  /** How many come before the page before, if there is one. */
  readonly previous: number | undefined
  /** The parameter that says where a page begins, if there is one. */
  readonly pagedBy: string | undefined
  /** True if the operation has a parameter that divides the items into pages. */
  readonly isPaged?: boolean
  /** The path of the list, where that is known. */
  readonly path?: string
}

/**
 * The items that a query asks for, by members of that name, and by numbers of items as cursors.
 *
 * @param first - The number of the first page.
 * @param pagedBy - The parameter that says where a page begins.
 */
export function selected(
  items: readonly Item[],
  given: Query,
  first = 1,
  pagedBy?: string,
): SelectedItems {
  const query = flat(given)
  const members = items.map((item) => ({ ...(item.attributes as Item | undefined), ...item }))
  const filters = Object.entries(query).flatMap(([name, value]) => {
    const member = memberOf(members, name)
    const bound = member === undefined ? limitNamed(members, name) : undefined
    if (isObject(value)) return []
    if (bound) return (item: Item = {}) => isWithin(item[bound.member], bound.sign, value)
    const texts = [value].flat().map(String)
    return member === undefined ? [] : (item: Item = {}) => isSelected(item[member], texts)
  })
  const found = items.filter((_, index) => filters.every((selects) => selects(members[index])))
  const all = sorted(found, query, (name) => memberOf(members, name))
  const limit = numberIn(query, LIMITS) ?? all.length
  const cursors = Object.keys(query).filter(isCursor)
  const isContinued = cursors.some((name) => query[name] !== undefined)
  const before = numberIn(query, [...OFFSETS, ...cursors])
  const number = numberIn(query, PAGES)
  // A cursor that is no number is that of an example, after which nothing comes.
  const usual = isContinued ? all.length : Math.max(0, (number ?? first) - first) * limit
  const start = before ?? usual
  const end = start + limit
  const next = end < all.length && limit > 0 ? end : undefined
  const previous = start > 0 ? Math.max(0, start - limit) : undefined
  const limitedBy = LIMITS.find((name) => query[name] !== undefined)
  const page = all.slice(start, end)
  return { all, page, start, limit, limitedBy, number, first, next, previous, pagedBy }
}

/** A query in which `page[size]` and `filter[name]`, of a name or an object, have the names of their members. */
function flat(query: Query): Query {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([member, each]) => [`${name}[${member}]`, each] as const)
      : [[name, value] as const],
  )
  return Object.fromEntries(entries.map(([name, value]) => [ownName(name), value]))
}

/** `size` of `page[size]`; JSON:API counts pages by `page[number]`. */
export function ownName(name: string): string {
  return name === 'page[number]' ? 'page' : (OWN.exec(name)?.[1] ?? name)
}

/** A member in brackets, but for the order, the members and the existence of what is shown. */
const OWN = /^(?!(?:order|sort|fields|exists)\w*\[)\w+\[(\w+)\]$/i

/** The member that a parameter names: its own, or one that it is the plural of. */
function memberOf(items: readonly Item[], name: string): string | undefined {
  const names = new Set(items.flatMap((item) => Object.keys(item)))
  if (names.has(name)) return name
  return [...names].find((each) => plainName(each) === plainName(name))
}

/** Limits of a member, as `minPrice`, `price_max` and `created_after` are. */
const LIMIT = /^(?:(min|max)_?(.+)|(.+?)_?(min|max|gte|lte|after|before|since|until))$/i

function limitNamed(items: readonly Item[], name: string) {
  const [, before, ofBefore, ofAfter, after] = LIMIT.exec(name) ?? []
  const word = ofBefore ?? ofAfter
  if (word === undefined) return undefined
  const member = memberOf(items, word) ?? memberOf(items, `${word}At`)
  const sign = /^(min|gte|after|since)$/i.test(before ?? after ?? '') ? 1 : -1
  return member === undefined ? undefined : { member, sign }
}

function isWithin(member: unknown, sign: number, limit: unknown): boolean {
  return member !== undefined && sign * compared(member, limit) >= 0
}

/** True if a member is, or a list has, one of these texts; what an object has to do with them is not known. */
function isSelected(member: unknown, texts: readonly string[]): boolean {
  const values = [member].flat()
  return values.some((each) => isObject(each) || texts.includes(String(each)))
}

function numberIn(query: Query, names: readonly string[]): number | undefined {
  const value = names.map((name) => query[name]).find((each) => each !== undefined)
  const number = Number(value)
  return value === undefined || !Number.isSafeInteger(number) || number < 0 ? undefined : number
}
