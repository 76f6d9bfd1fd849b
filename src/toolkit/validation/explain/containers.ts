import type { JsonObject } from '../../openapi/json.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/pattern.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import {
  child,
  entriesOf,
  holds,
  type Instance,
  membersOf,
  type Violations,
  violation,
  violationsBy,
} from './schema-walk.js'

/** Keywords about members. */
export function* memberRule(schema: SchemaObject, place: Instance): Violations {
  const { value } = place
  if (!anObject(value)) return
  for (const name of schema.required ?? []) {
    if (hasMember(value, name)) continue
    const message = `must have required property '${name}'`
    yield violation(place, 'required', message, { missingProperty: name })
  }
  yield* dependents(schema, place, value)
  for (const [name, member] of membersOf(value)) {
    yield* memberViolations(schema, place, name, member)
  }
}

function* dependents(schema: SchemaObject, place: Instance, value: JsonObject): Violations {
  for (const [property, others] of Object.entries(schema.dependentRequired ?? {})) {
    if (!hasMember(value, property)) continue
    for (const missing of others.filter((other) => !hasMember(value, other))) {
      const message = `must have property ${missing} when property ${property} is present`
      const params = { property, missingProperty: missing }
      yield violation(place, 'dependentRequired', message, params)
    }
  }
}

function* memberViolations(
  schema: SchemaObject,
  place: Instance,
  name: string,
  member: unknown,
): Violations {
  const { propertyNames, additionalProperties } = schema
  const at = (...keys: string[]) => child(place, name, member, ...keys)
  if (propertyNames !== undefined) {
    const text = { ...at('propertyNames'), value: name }
    if (!holds(propertyNames, text)) {
      const params = { propertyName: name }
      yield violation(at(), 'propertyNames', 'has a name that is not allowed', params)
    }
  }
  let isNamed = false
  const properties = schema.properties ?? {}
  if (Object.hasOwn(properties, name)) {
    isNamed = true
    yield* violationsBy(properties[name] as Schema, at('properties', name))
  }
  for (const [pattern, each] of entriesOf(schema.patternProperties)) {
    if (!patternOf(pattern).test(name)) continue
    isNamed = true
    yield* violationsBy(each, at('patternProperties', pattern))
  }
  if (!isNamed && additionalProperties !== undefined) {
    yield* violationsBy(additionalProperties, at('additionalProperties'))
  }
}

/** Keywords with schemas of elements. */
export function* elementRule(schema: SchemaObject, place: Instance): Violations {
  const { value } = place
  if (!Array.isArray(value)) return
  const { items } = schema
  const prefix = schema.prefixItems ?? []
  for (const [index, element] of value.entries()) {
    const fixed = prefix[index]
    if (fixed !== undefined) {
      yield* violationsBy(fixed, child(place, index, element, 'prefixItems', index))
    } else if (items !== undefined) {
      yield* violationsBy(items, child(place, index, element, 'items'))
    }
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
