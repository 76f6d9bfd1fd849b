import { isObject } from '../openapi/json.js'
import { LIMITS, OFFSETS, PAGES, plainName } from '../openapi/resources/names.js'
import type { Item } from './item-shape.js'

type Query = Readonly<Record<string, unknown>>

/** The items that a query asks for, by members of that name, and how many there are on all pages. */
export function selected(items: readonly Item[], query: Query): { all: Item[]; page: Item[] } {
  const filters = Object.entries(query).flatMap(([name, value]) => {
    const member = memberOf(items, name)
    return member === undefined ? [] : [{ member, wanted: [value].flat().map(String) }]
  })
  const all = items.filter((item) =>
    filters.every(({ member, wanted }) => isSelected(item[member], wanted)),
  )
  const limit = numberIn(query, LIMITS) ?? all.length
  const start = numberIn(query, OFFSETS) ?? Math.max(0, (numberIn(query, PAGES) ?? 1) - 1) * limit
  return { all, page: all.slice(start, start + limit) }
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
