import type { JsonObject } from '../../openapi/json.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/matcher.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import {
  child,
  holds,
  type Instance,
  type Violations,
  violation,
  violationsBy,
  within,
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
  for (const name of describedIn(schema, value, place)) {
    yield* memberViolations(schema, place, name, value[name])
  }
}

/** Members that a schema has rules for: of a large open object few. */
function describedIn(schema: SchemaObject, value: JsonObject, place: Instance): readonly string[] {
  const { propertyNames, patternProperties, additionalProperties, properties = {} } = schema
  const rules = propertyNames ?? patternProperties ?? additionalProperties
  if (rules !== undefined) return place.walk.namesOf(value)
  return Object.keys(properties).filter((name) => hasMember(value, name))
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
  const { propertyNames, additionalProperties = true } = schema
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
  for (const [pattern, each] of Object.entries(schema.patternProperties ?? {})) {
    if (!patternOf(pattern).test(name)) continue
    isNamed = true
    yield* violationsBy(each, at('patternProperties', pattern))
  }
  if (!isNamed) yield* violationsBy(additionalProperties, at('additionalProperties'))
}

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

export function* allRule(schema: SchemaObject, place: Instance): Violations {
  const { $ref } = schema
  if (typeof $ref === 'string')
    yield* violationsBy(place.walk.target($ref), { ...place, schema: $ref })
  for (const [index, branch] of (schema.allOf ?? []).entries()) {
    yield* violationsBy(branch, within(place, 'allOf', index))
  }
}

/** `not`, `if` and `dependentSchemas`. */
export function* conditionRule(schema: SchemaObject, place: Instance): Violations {
  const { not } = schema
  const { value } = place
  if (not !== undefined && holds(not, within(place, 'not'))) {
    yield violation(place, 'not', 'must NOT be valid')
  }
  if (schema.if !== undefined) {
    const keyword = holds(schema.if, within(place, 'if')) ? 'then' : 'else'
    yield* violationsBy(schema[keyword] ?? true, within(place, keyword))
  }
  for (const [name, each] of Object.entries(schema.dependentSchemas ?? {})) {
    if (!anObject(value) || !hasMember(value, name)) continue
    yield* violationsBy(each, within(place, 'dependentSchemas', name))
  }
}
