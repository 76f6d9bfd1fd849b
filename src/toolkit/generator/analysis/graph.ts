import { linksOf, parentsOf, referencesOf } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { grouped } from '../shared/collections.js'

/** References of each name; all of them are names of the graph. */
type Graph = ReadonlyMap<string, readonly string[]>

/** A name while Tarjan's algorithm visits it. */
interface Visit {
  readonly name: string
  readonly index: number
  readonly next: readonly string[]
  low: number
  /** Number of its edges that have been followed. */
  followed: number
}

/**
 * Names that lead back to themselves, each with the number of its cycle: two names of one cycle lead to
 * each other (Tarjan 1972, Depth-first search and linear graph algorithms). Not recursive, since graphs
 * can be deep.
 */
export function cyclesOf(references: Graph): Map<string, number> {
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found = new Map<string, number>()
  const path: Visit[] = []
  const enter = (name: string) => {
    const index = visits.size
    const next = references.get(name) as readonly string[]
    const visit = { name, index, next, low: index, followed: 0 }
    visits.set(name, visit)
    open.push(name)
    isOpen.add(name)
    path.push(visit)
  }
  const leave = (visit: Visit) => {
    path.pop()
    const from = path.at(-1)
    if (from !== undefined) from.low = Math.min(from.low, visit.low)
    if (visit.low !== visit.index) return
    const component = open.splice(open.lastIndexOf(visit.name))
    for (const each of component) isOpen.delete(each)
    if (component.length > 1 || visit.next.includes(visit.name))
      for (const each of component) found.set(each, visit.index)
  }
  for (const start of references.keys()) {
    if (!visits.has(start)) enter(start)
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.next[visit.followed++]
      const known = next === undefined ? undefined : visits.get(next)
      if (next === undefined) leave(visit)
      else if (known === undefined) enter(next)
      else if (isOpen.has(next)) visit.low = Math.min(visit.low, known.index)
    }
  }
  return found
}

/** Names at the start of a chain of more than `limit` references; the graph has no cycles. */
export function longChains(references: Graph, limit: number): string[] {
  const depths = new Map<string, number>()
  const path = [...references.keys()]
  for (let name = path.at(-1); name !== undefined; name = path.at(-1)) {
    const below = references.get(name) as readonly string[]
    const unknown = depths.has(name) ? [] : below.filter((each) => !depths.has(each))
    if (unknown.length > 0) path.push(...unknown)
    else {
      depths.set(name, 1 + Math.max(0, ...below.map((each) => depths.get(each) as number)))
      path.pop()
    }
  }
  return [...references.keys()].filter((name) => (depths.get(name) as number) === limit + 2)
}

export function reachableFrom(
  starts: Iterable<string>,
  references: (name: string) => readonly string[],
): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...references(name))
  }
  return found
}

/** Names that each schema refers to, by its name. */
export function linksByName(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
): (name: string) => readonly string[] {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return (name) => linksOf(byName.get(name) as Schema)
}

/**
 * Names of the schemas for which `has` is true, itself or for a schema that they refer to.
 *
 * @param links - Names of the schemas that a schema refers to.
 */
export function propagate(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
  has: (schema: Schema) => boolean,
  links: (schema: Schema) => readonly string[] = referencesOf,
): Set<string> {
  const queue = schemas.flatMap(({ name, schema }) => (has(schema) ? name : []))
  if (queue.length === 0) return new Set()
  const users = grouped(
    schemas.flatMap(({ name, schema }) => links(schema).map((used) => [used, name] as const)),
  )
  return reachableFrom(queue, (name) => users.get(name) ?? [])
}

/** Schemas by inheritance (`allOf`), at any distance. */
export interface Inheritance {
  ancestors(name: string): ReadonlySet<string>
  descendants(name: string): readonly string[]
}

export function inheritanceOf(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
): Inheritance {
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema)]))
  const parentsNamed = (name: string) => parents.get(name) as readonly string[]
  const ancestors = (name: string) => reachableFrom(parentsNamed(name), parentsNamed)
  const descendants = grouped(
    schemas.flatMap(({ name }) => [...ancestors(name)].map((each) => [each, name] as const)),
  )
  return { ancestors, descendants: (name) => descendants.get(name) ?? [] }
}
