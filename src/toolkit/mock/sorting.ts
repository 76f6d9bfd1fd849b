import { isSortName } from '../openapi/resources/names.js'
import type { Item } from './item-shape.js'

/** What `title`, `-title`, `title:desc` and `title_asc` say. */
const KEY = /^([-+]?)(.*?)(?:[ :._]?(asc|desc)(?:ending)?)?$/i

interface MemberOrder {
  readonly member: string
  readonly sign: 1 | -1
}

/**
 * The items in the order that a query asks for, by members of these names; as they are, where it asks for none.
 *
 * @param memberNamed - The member that a name means.
 */
export function sorted(
  items: readonly Item[],
  query: Item,
  memberNamed: (name: string) => string | undefined,
): readonly Item[] {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    isSortName(name) ? [value].flat().flatMap((each) => String(each).split(',')) : [],
  )
  const parts = asked.map((each) => KEY.exec(each.trim()) ?? [])
  // The direction of all may be in a parameter of its own.
  const [, , , all = ''] = parts.find(([, , name]) => name === '') ?? []
  const keys = parts.flatMap(([, mark, name = '', own = all]): MemberOrder[] => {
    const member = memberNamed(name)
    const isDown = mark === '-' || /^desc/i.test(own)
    return member === undefined ? [] : [{ member, sign: isDown ? -1 : 1 }]
  })
  return items.toSorted((one, other) => {
    const orders = keys.map(({ member, sign }) => sign * compared(one[member], other[member]))
    return orders.find((order) => order !== 0) ?? 0
  })
}

const MOMENT = /^\d{4}-\d\d-\d\d/

/** Moments and numbers by their values, texts by their characters. */
export function compared(one: unknown, other: unknown): number {
  const both = [one, other]
  if (both.every((each) => typeof each === 'string' && MOMENT.test(each)))
    return Date.parse(String(one)) - Date.parse(String(other))
  if (both.some((each) => typeof each !== 'string')) return Number(one) - Number(other) || 0
  return String(one) < String(other) ? -1 : Number(one !== other)
}
