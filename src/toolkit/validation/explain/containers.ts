import type { JsonObject } from '../../openapi/json.js'
import type { Rules, RulesObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/pattern.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import {
  child,
  entriesOf,
  holds,
  type Instance,
  membersOf,
  type SchemaWalk,
  type Violations,
  violation,
} from './schema-walk.js'

/** Keywords about members. */
export function* memberRule(walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { value } = place
  if (!anObject(value)) return
  for (const name of (rules.required ?? []) as readonly string[]) {
    if (hasMember(value, name)) continue
    const message = `must have required property '${name}'`
    yield violation(place, 'required', message, { missingProperty: name })
  }
  yield* dependents(rules, place, value)
  for (const [name, member] of membersOf(value)) {
    yield* memberViolations(walk, rules, place, name, member)
  }
}

function* dependents(rules: RulesObject, place: Instance, value: JsonObject): Violations {
  const dependent = (rules.dependentRequired ?? {}) as Readonly<Record<string, string[]>>
  for (const [property, others] of Object.entries(dependent)) {
    if (!hasMember(value, property)) continue
    for (const missing of others.filter((other) => !hasMember(value, other))) {
      const message = `must have property ${missing} when property ${property} is present`
      const params = { property, missingProperty: missing }
      yield violation(place, 'dependentRequired', message, params)
    }
  }
}

function* memberViolations(
  walk: SchemaWalk,
  rules: RulesObject,
  place: Instance,
  name: string,
  member: unknown,
): Violations {
  const { propertyNames, additionalProperties } = rules
  const at = (...keys: string[]) => child(place, name, member, ...keys)
  if (propertyNames !== undefined) {
    const text = { ...at('propertyNames'), value: name }
    if (!holds(walk, propertyNames as Rules, text)) {
      const params = { propertyName: name }
      yield violation(at(), 'propertyNames', 'has a name that is not allowed', params)
    }
  }
  let isNamed = false
  const properties = (rules.properties ?? {}) as Readonly<Record<string, Rules>>
  if (Object.hasOwn(properties, name)) {
    isNamed = true
    yield* walk.violations(properties[name] as Rules, at('properties', name))
  }
  for (const [pattern, each] of entriesOf(rules.patternProperties)) {
    if (!patternOf(pattern).test(name)) continue
    isNamed = true
    yield* walk.violations(each, at('patternProperties', pattern))
  }
  if (!isNamed && additionalProperties !== undefined) {
    yield* walk.violations(additionalProperties as Rules, at('additionalProperties'))
  }
}

/** Keywords with schemas of elements. */
export function* elementRule(walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { value } = place
  if (!Array.isArray(value)) return
  const { items } = rules
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
