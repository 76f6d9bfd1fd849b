import type { JsonObject } from '../../openapi/json.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/matcher.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import {
  child,
  entriesOf,
  holds,
  type Instance,
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
  for (const [pattern, each] of entriesOf(schema.patternProperties)) {
    if (!patternOf(pattern).test(name)) continue
    isNamed = true
    yield* violationsBy(each, at('patternProperties', pattern))
  }
  if (!isNamed) yield* violationsBy(additionalProperties, at('additionalProperties'))
}
