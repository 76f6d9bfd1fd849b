import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/matcher.js'
import { hasMember } from '../containers.js'
import { Evaluated } from '../evaluated.js'
import { anObject } from '../types.js'
import { child, holds, type Instance, type Violations, violationsBy } from './schema-walk.js'

export function* unevaluatedRule(schema: SchemaObject, place: Instance): Violations {
  const { unevaluatedProperties, unevaluatedItems, ...others } = schema
  const { value } = place
  if (unevaluatedProperties !== undefined && anObject(value)) {
    const evaluated = new Evaluated()
    mark(others, place, evaluated)
    for (const name of place.walk.namesOf(value)) {
      const rules = evaluated.includesMember(name) || unevaluatedProperties
      yield* violationsBy(rules, child(place, name, value[name], 'unevaluatedProperties'))
    }
  }
  if (unevaluatedItems !== undefined && Array.isArray(value)) {
    const evaluated = new Evaluated()
    mark(others, place, evaluated)
    for (const [index, element] of value.entries()) {
      const rules = evaluated.includesElement(index, element) || unevaluatedItems
      yield* violationsBy(rules, child(place, index, element, 'unevaluatedItems'))
    }
  }
}

/** Marks what the schemas evaluate that apply to a value. */
function mark(schema: Schema, place: Instance, evaluated: Evaluated): void {
  if (typeof schema === 'boolean') return
  const { properties = {}, patternProperties, prefixItems = [], contains } = schema
  evaluated.names(new Set(Object.keys(properties)))
  for (const [pattern] of Object.entries(patternProperties ?? {}))
    evaluated.pattern(patternOf(pattern))
  evaluated.first(prefixItems.length)
  const otherMembers = schema.additionalProperties ?? schema.unevaluatedProperties
  if (otherMembers !== undefined) evaluated.everyMember()
  if ((schema.items ?? schema.unevaluatedItems) !== undefined) evaluated.everyElement()
  if (contains !== undefined) {
    evaluated.contained((value) => holds(contains, { ...place, value }))
  }
  for (const each of applied(schema, place)) mark(each, place, evaluated)
}

/** The schemas that apply to a value because another one does. */
function applied(schema: SchemaObject, place: Instance): Schema[] {
  const { $ref } = schema
  const { value } = place
  const held = (branches: readonly Schema[] = []) => branches.filter((each) => holds(each, place))
  const { if: test, then = true, else: otherwise = true } = schema
  const chosen = test !== undefined && holds(test, place) ? [test, then] : [otherwise]
  return [
    ...(typeof $ref === 'string' ? [place.walk.target($ref)] : []),
    ...(schema.allOf ?? []),
    ...held(schema.anyOf),
    ...held(schema.oneOf),
    ...(test === undefined ? [] : chosen),
    ...Object.entries(schema.dependentSchemas ?? {})
      .filter(([name]) => anObject(value) && hasMember(value, name))
      .map(([, each]) => each),
  ]
}
