import { remembered } from '../../remembered.js'
import { type Entry, group, sizeOf, slugOf } from '../print/group.js'
import { NO_TEXTS } from '../print/texts.js'

/** How many operations use what everything else may be loaded with. */
const COMMON = 10

/** What is used by operations of many kinds has a name that begins with this. */
const SHARED = '_'

/**
 * Divides declarations by who uses them, so that the first request to an operation loads little more
 * than it needs: what only operations of one area use (`repos`: they begin so) stands with these; the
 * rest by its own name, but for what nearly all need, which is one file.
 */
export function byArea<E extends Entry>(
  kind: string,
  operations: readonly E[],
  others: readonly E[],
  texts = NO_TEXTS,
): E[] {
  const shapes = [...operations.map(usesIn), '', ...others.map(shapeOf)]
  const keys = texts.again(`areas ${kind}`, shapes, () => keysOf(operations, others))
  // Operations name what stands before them.
  return [...others.map((entry, at) => withKey(entry, keys[at] as string)), ...operations]
}

const usesIn = remembered(({ name, key = name, uses }: Entry) => [name, key, ...uses].join(' '))
const shapeOf = remembered((entry: Entry) => `${sizeOf(entry)} ${usesIn(entry)}`)

const keyed = new WeakMap<Entry, Entry>()

function withKey<E extends Entry>(entry: E, key: string): E {
  const before = keyed.get(entry) as E | undefined
  if (before?.key === key) return before
  const now = { ...entry, key }
  keyed.set(entry, now)
  return now
}

/** What the files of the others are chosen by. */
function keysOf<E extends Entry>(operations: readonly E[], others: readonly E[]): string[] {
  const users = usersOf(operations, others)
  const sizeOf = areaSizes(operations)
  const areaOf = ({ name }: E) => {
    const { area = '', some } = users.get(name) ?? {}
    const isSmall = area.length > 2 && sizeOf(area) <= operations.length / 4
    return some?.size === 1 || isSmall ? area : ''
  }
  const isCommon = ({ name }: E) => (users.get(name)?.some.size ?? 0) >= COMMON
  const common = group(others.filter((entry) => areaOf(entry) === '' && isCommon(entry)))
  const groupOf = new Map(
    common.flatMap(({ prefix, entries }) => entries.map(({ name }) => [name, prefix])),
  )
  return others.map(
    (entry) => areaOf(entry) || `${SHARED}${groupOf.get(entry.name) ?? entry.key ?? entry.name}`,
  )
}

/** Who uses a declaration: how the names of all these begin, and some of them. */
interface Users {
  area: string
  some: ReadonlySet<string>
}

/** Passes on from declaration to declaration who uses them, until nothing is new. */
function usersOf(operations: readonly Entry[], others: readonly Entry[]): Map<string, Users> {
  const usesOf = new Map(others.map(({ name, uses }) => [name, uses]))
  const users = new Map<string, Users>()
  const changed: string[] = []
  const pass = (uses: readonly string[], by: Users) => {
    for (const name of uses) {
      const known = users.get(name)
      const next = known === undefined ? by : both(known, by)
      if (known !== undefined && isSame(known, next)) continue
      users.set(name, next)
      changed.push(name)
    }
  }
  for (const operation of operations) {
    pass(operation.uses, { area: slugOf(operation), some: new Set([operation.name]) })
  }
  for (let name = changed.pop(); name !== undefined; name = changed.pop()) {
    pass(usesOf.get(name) as readonly string[], users.get(name) as Users)
  }
  return users
}

function both(one: Users, other: Users): Users {
  const area = commonStart(one.area, other.area)
  if (one.some.size >= COMMON) return { area, some: one.some }
  return { area, some: new Set([...one.some, ...other.some].slice(0, 2 * COMMON)) }
}

function isSame(one: Users, other: Users): boolean {
  return one.area === other.area && one.some.size === other.some.size
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

/** How many operations begin with a text. */
function areaSizes(operations: readonly Entry[]): (start: string) => number {
  const slugs = operations.map(slugOf).sort()
  const sizes = new Map<string, number>()
  return (start) => {
    const size = sizes.get(start) ?? placeOf(`${start}\uffff`, slugs) - placeOf(start, slugs)
    sizes.set(start, size)
    return size
  }
}

/** How many texts of a sorted list come before one. */
function placeOf(text: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}
