import type { Rules, RulesObject } from '../../openapi/shared-schema.js'
import { unique } from '../unique.js'
import {
  child,
  holds,
  type Instance,
  type SchemaWalk,
  type Violations,
  violation,
} from './schema-walk.js'

/** Keywords about arrays. */
export function* arrayRule(walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { value } = place
  if (!Array.isArray(value)) return
  yield* sizes(rules, place, value.length)
  const { items, uniqueItems } = rules
  const prefix = (rules.prefixItems ?? []) as readonly Rules[]
  for (const [index, element] of value.entries()) {
    const fixed = prefix[index]
    if (fixed !== undefined) {
      yield* walk.violations(fixed, child(place, index, element, 'prefixItems', index))
    } else if (items !== undefined) {
      yield* walk.violations(items as Rules, child(place, index, element, 'items'))
    }
  }
  yield* containsViolations(walk, rules, place)
  if (uniqueItems === true && !unique(value)) {
    yield violation(place, 'uniqueItems', 'must NOT have duplicate items')
  }
}

function* sizes({ minItems, maxItems }: RulesObject, place: Instance, length: number): Violations {
  if (minItems !== undefined && length < (minItems as number)) {
    const message = `must NOT have fewer than ${minItems} items`
    yield violation(place, 'minItems', message, { limit: minItems })
  }
  if (maxItems !== undefined && length > (maxItems as number)) {
    const message = `must NOT have more than ${maxItems} items`
    yield violation(place, 'maxItems', message, { limit: maxItems })
  }
}

function* containsViolations(walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { contains, maxContains } = rules
  const least = (rules.minContains ?? 1) as number
  const most = (maxContains ?? Infinity) as number
  if (contains === undefined) return
  const elements = place.value as readonly unknown[]
  const count = elements.filter((element, index) =>
    holds(walk, contains as Rules, child(place, index, element, 'contains')),
  ).length
  if (count >= least && count <= most) return
  const limit = maxContains === undefined ? '' : ` and no more than ${most}`
  const message = `must contain at least ${least}${limit} valid item(s)`
  yield violation(place, 'contains', message, { minContains: least, maxContains })
}
