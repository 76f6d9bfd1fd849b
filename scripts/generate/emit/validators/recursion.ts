import { subschemas } from '../../model/int64.js'
import { referencesOf } from '../../model/links.js'
import type { NamedSchema, Schema, SchemaObject } from '../../model/model.js'

/** Keywords by which several schemas can hold for one value. */
const SEVERAL = [
  'allOf',
  'anyOf',
  'contains',
  'dependentSchemas',
  'if',
  'not',
  'oneOf',
  'patternProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/**
 * The names of schemas that meet themselves where several schemas hold for one value: each could ask
 * for the same verdict again, and again below it.
 */
export function repeatedSchemas(schemas: readonly NamedSchema[]): ReadonlySet<string> {
  const references = new Map(schemas.map(({ name, schema }) => [name, referencesOf(schema)]))
  const circles = inCircles(references)
  const repeated = schemas.filter(({ name, schema }) => circles.has(name) && hasSeveral(schema))
  return new Set(repeated.map(({ name }) => name))
}

function hasSeveral(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  const beside = schema.$ref !== undefined && subschemas(schema).length > 0
  return (
    beside || SEVERAL.some((keyword) => keyword in schema) || subschemas(schema).some(hasSeveral)
  )
}

/** A node of a graph while Tarjan's algorithm is at it. */
interface Visit {
  readonly name: string
  readonly index: number
  low: number
  /** How many of its references have been followed. */
  followed: number
}

/** The names that lead back to themselves (Tarjan's strongly connected components, without recursion). */
function inCircles(references: ReadonlyMap<string, readonly string[]>): Set<string> {
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found = new Set<string>()
  const path: Visit[] = []
  const enter = (name: string) => {
    const visit = { name, index: visits.size, low: visits.size, followed: 0 }
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
    const first = references.get(visit.name) as readonly string[]
    if (component.length > 1 || first.includes(visit.name))
      for (const each of component) found.add(each)
  }
  for (const start of references.keys()) {
    if (!visits.has(start)) enter(start)
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = references.get(visit.name)?.[visit.followed++]
      const known = next === undefined ? undefined : visits.get(next)
      if (next === undefined) leave(visit)
      else if (known === undefined) enter(next)
      else if (isOpen.has(next)) visit.low = Math.min(visit.low, known.index)
    }
  }
  return found
}

/** How much a schema says, itself and inside: what says little is written where it is used. */
export function weight(schema: Schema): number {
  if (typeof schema === 'boolean') return 1
  const known = weights.get(schema)
  if (known !== undefined) return known
  const inside = subschemas(schema).reduce((sum, each) => sum + weight(each), 0)
  const sum = Object.keys(schema).length + inside
  weights.set(schema, sum)
  return sum
}
const weights = new WeakMap<SchemaObject, number>()
