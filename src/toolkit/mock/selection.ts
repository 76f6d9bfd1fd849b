import { isObject } from '../openapi/json.js'
import { isCursor, LIMITS, OFFSETS, PAGES, plainName } from '../openapi/resources/names.js'
import type { Item } from './item-shape.js'

type Query = Readonly<Record<string, unknown>>

/** The items that a query asks for. */
export interface SelectedItems {
  /** Those of all pages. */
  readonly all: readonly Item[]
  readonly page: readonly Item[]
  readonly limit: number
  /** The parameter that said so, if one did. */
  readonly limitedBy: string | undefined
  /** How many come before the next page, if there is one: its cursor. */
  readonly next: number | undefined
  /** True if the query has a cursor. */
  readonly isContinued: boolean
}

/** The items that a query asks for, by members of that name, and by numbers of items as cursors. */
export function selected(items: readonly Item[], query: Query): SelectedItems {
  const filters = Object.entries(query).flatMap(([name, value]) => {
    const member = memberOf(items, name)
    return member === undefined ? [] : [{ member, wanted: [value].flat().map(String) }]
  })
  const all = items.filter((item) =>
    filters.every(({ member, wanted }) => isSelected(item[member], wanted)),
  )
  const limit = numberIn(query, LIMITS) ?? all.length
  const cursors = Object.keys(query).filter(isCursor)
  const isContinued = cursors.some((name) => query[name] !== undefined)
  const before = numberIn(query, [...OFFSETS, ...cursors])
  const start = before ?? Math.max(0, (numberIn(query, PAGES) ?? 1) - 1) * limit
  const end = start + limit
  const next = end < all.length && limit > 0 ? end : undefined
  const limitedBy = LIMITS.find((name) => query[name] !== undefined)
  return { all, page: all.slice(start, end), limit, limitedBy, next, isContinued }
}

/** The member that a parameter names: its own, or one that it is the plural of. */
function memberOf(items: readonly Item[], name: string): string | undefined {
  const names = new Set(items.flatMap((item) => Object.keys(item)))
  if (names.has(name)) return name
  return [...names].find((each) => plainName(each) === plainName(name))
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
