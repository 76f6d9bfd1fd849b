import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import {
  child,
  holds,
  type Instance,
  type Violations,
  violation,
  violationsBy,
} from './schema-walk.js'

/** Keywords with schemas of elements. */
export function* elementRule(schema: SchemaObject, place: Instance): Violations {
  const { value } = place
  if (!Array.isArray(value)) return
  const { items } = schema
  const prefix = schema.prefixItems ?? []
  const described = items === undefined ? Math.min(prefix.length, value.length) : value.length
  for (let index = 0; index < described; index++) {
    const fixed = prefix[index]
    const keys = fixed === undefined ? ['items'] : ['prefixItems', index]
    yield* violationsBy(fixed ?? (items as Schema), child(place, index, value[index], ...keys))
  }
  yield* containsViolations(schema, place)
}

function* containsViolations(schema: SchemaObject, place: Instance): Violations {
  const { contains, maxContains } = schema
  const least = schema.minContains ?? 1
  const most = maxContains ?? Infinity
  if (contains === undefined) return
  const elements = place.value as readonly unknown[]
  const count = elements.filter((element, index) =>
    holds(contains, child(place, index, element, 'contains')),
  ).length
  if (count >= least && count <= most) return
  const limit = maxContains === undefined ? '' : ` and no more than ${most}`
  const message = `must contain at least ${least}${limit} valid item(s)`
  yield violation(place, 'contains', message, { minContains: least, maxContains })
}
