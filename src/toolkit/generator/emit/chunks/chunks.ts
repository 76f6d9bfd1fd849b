import { memoize } from '../../../openapi/memoize.js'
import type { Declaration } from '../../print/declaration.js'
import { slugOf } from '../../print/group.js'
import { NO_TEXTS } from '../../print/print-cache.js'
import { leaders } from './dominators.js'

/** What is used by operations of many kinds has a name that begins with this. */
const SHARED = '_'

/**
 * Divides declarations by who uses them, so that the first request to an operation loads little more
 * than it needs: what only operations of one area use (`repos`: they begin so) stands with these, the
 * rest with what uses it, but what is used from several sides has its own name.
 */
export function byArea<E extends Declaration>(
  kind: string,
  operations: readonly E[],
  others: readonly E[],
  texts = NO_TEXTS,
): E[] {
  const shapes = [...operations.map(usesIn), '', ...others.map(usesIn)]
  const keys = texts.again(`areas ${kind}`, shapes, () => keysOf(operations, others))
  // Operations name what stands before them.
  return [...others.map((entry, at) => withKey(entry, keys[at] as string)), ...operations]
}

/** What a declaration is called and uses, as a text. */
export const usesIn = memoize(({ name, key = name, uses }: Declaration) =>
  [name, key, ...uses].join(' '),
)

const keyed = new WeakMap<Declaration, Declaration>()

function withKey<E extends Declaration>(entry: E, key: string): E {
  const before = keyed.get(entry) as E | undefined
  if (before?.key === key) return before
  const now = { ...entry, key }
  keyed.set(entry, now)
  return now
}

/** What the files of the others are chosen by. */
function keysOf<E extends Declaration>(operations: readonly E[], others: readonly E[]): string[] {
  const users = usersOf(operations, others)
  const sizeOf = areaSizes(operations)
  const areaOf = ({ name }: E) => {
    const { area = '', only } = users.get(name) ?? {}
    const isSmall = area.length > 2 && sizeOf(area) <= operations.length / 4
    return only !== undefined || isSmall ? area : ''
  }
  const leaderOf = leaders(operations, others)
  const keyOf = new Map(others.map(({ name, key = name }) => [name, key]))
  return others.map((entry) => areaOf(entry) || `${SHARED}${keyOf.get(leaderOf(entry.name))}`)
}

/** Who uses a declaration: how the names of all these begin, and which it is where it is one. */
interface Users {
  area: string
  only: string | undefined
}

/** Passes on from declaration to declaration who uses them, until nothing is new. */
function usersOf(
  operations: readonly Declaration[],
  others: readonly Declaration[],
): Map<string, Users> {
  const usesOf = new Map(others.map(({ name, uses }) => [name, uses]))
  const users = new Map<string, Users>()
  const changed: string[] = []
  const pass = (uses: readonly string[], by: Users) => {
    for (const name of uses) {
      if (!usesOf.has(name)) continue // an import
      const known = users.get(name)
      const next = known === undefined ? by : both(known, by)
      if (known !== undefined && isSame(known, next)) continue
      users.set(name, next)
      changed.push(name)
    }
  }
  for (const operation of operations) {
    pass(operation.uses, { area: slugOf(operation), only: operation.name })
  }
  for (let name = changed.pop(); name !== undefined; name = changed.pop()) {
    pass(usesOf.get(name) as readonly string[], users.get(name) as Users)
  }
  return users
}

function both(one: Users, other: Users): Users {
  const only = one.only === other.only ? one.only : undefined
  return { area: commonStart(one.area, other.area), only }
}

function isSame(one: Users, other: Users): boolean {
  return one.area === other.area && one.only === other.only
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

/** How many operations begin with a text. */
function areaSizes(operations: readonly Declaration[]): (start: string) => number {
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
