import type { JsonObject } from '../../openapi/json.js'
import type { Rules, RulesObject } from '../../openapi/shared-schema.js'
import { patternOf } from '../../regex/linear/pattern.js'
import { countMembers, hasMember } from '../containers.js'
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

/** Keywords about objects. */
export function* objectRule(walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { value } = place
  if (!anObject(value)) return
  yield* sizes(rules, place, value)
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

function* sizes(rules: RulesObject, place: Instance, value: JsonObject): Violations {
  const { minProperties, maxProperties } = rules
  const count = countMembers(value)
  if (minProperties !== undefined && count < (minProperties as number)) {
    const message = `must NOT have fewer than ${minProperties} properties`
    yield violation(place, 'minProperties', message, { limit: minProperties })
  }
  if (maxProperties !== undefined && count > (maxProperties as number)) {
    const message = `must NOT have more than ${maxProperties} properties`
    yield violation(place, 'maxProperties', message, { limit: maxProperties })
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
