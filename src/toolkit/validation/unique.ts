import type { JsonObject } from '../openapi/json.js'
import { isInexactNumber, nearestTo } from './numeric.js'

/**
 * `uniqueItems`. Containers are compared in steps: by their first leaves, then by their second,
 * until no two are equal. Nested arrays that all have to be unique take n log n steps, since none
 * is read much further than the length of the second largest. Hostile arrays are long and deep.
 */
export function unique(array: readonly unknown[]): boolean {
  const scalars = new Set<unknown>()
  const containers: Leaves[] = []
  for (const element of array) {
    if (isContainer(element)) containers.push(leavesOf(element))
    else if (scalars.size === scalars.add(scalar(element)).size) return false
  }
  return areDistinct(containers)
}

type NestedValue = readonly unknown[] | JsonObject

/** Scalars and names in a container, in order, with a mark for each container. */
type Leaves = Iterator<unknown, undefined>

function areDistinct(all: Leaves[]): boolean {
  const groups = [all]
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    if (group.length < 2) continue
    const byLeaf = new Map<unknown, Leaves[]>()
    for (const leaves of group) {
      const { done, value } = leaves.next()
      // Another one has the same leaves to the end.
      if (done) return false
      const alike = byLeaf.get(value)
      if (alike === undefined) byLeaf.set(value, [leaves])
      else alike.push(leaves)
    }
    for (const alike of byLeaf.values()) groups.push(alike)
  }
  return true
}

const ARRAY = Symbol('array')
const OBJECT = Symbol('object')

/** Iterative: each step of nested generators would take as many steps as the depth. */
function* leavesOf(container: NestedValue): Generator<unknown, undefined> {
  const left: unknown[] = [container]
  while (left.length > 0) {
    const value = left.pop()
    if (!isContainer(value)) {
      yield scalar(value)
      continue
    }
    const parts = Array.isArray(value) ? value : members(value as JsonObject)
    yield Array.isArray(value) ? ARRAY : OBJECT
    yield parts.length
    for (let at = parts.length - 1; at >= 0; at--) left.push(parts[at])
  }
  return undefined
}

/** Names and values, ordered by name. */
function members(value: JsonObject): unknown[] {
  const names = Object.keys(value).sort()
  return names.flatMap((name) => [name, value[name]])
}

function isContainer(value: unknown): value is NestedValue {
  return typeof value === 'object' && value !== null
}

/** Equal numbers become identical, whatever holds them. */
function scalar(value: unknown): unknown {
  if (isInexactNumber(value)) return nearestTo(value)
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isFinite(number) && BigInt(number) === value ? number : value
}
