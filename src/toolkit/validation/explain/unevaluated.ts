import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { patternOf } from '../../regex/linear/pattern.js'
import { hasMember } from '../containers.js'
import { Evaluated } from '../evaluated.js'
import { anObject } from '../types.js'
import {
  child,
  entriesOf,
  holds,
  type Instance,
  membersOf,
  type SchemaWalk,
  type Violations,
} from './schema-walk.js'

export function* unevaluatedRule(
  walk: SchemaWalk,
  schema: SchemaObject,
  place: Instance,
): Violations {
  const { unevaluatedProperties, unevaluatedItems, ...others } = schema
  const { value } = place
  if (unevaluatedProperties !== undefined && anObject(value)) {
    const evaluated = new Evaluated()
    mark(walk, others, place, evaluated)
    for (const [name, member] of membersOf(value)) {
      if (evaluated.includesMember(name)) continue
      const at = child(place, name, member, 'unevaluatedProperties')
      yield* walk.violations(unevaluatedProperties, at)
    }
  }
  if (unevaluatedItems !== undefined && Array.isArray(value)) {
    const evaluated = new Evaluated()
    mark(walk, others, place, evaluated)
    for (const [index, element] of value.entries()) {
      if (evaluated.includesElement(index, element)) continue
      const at = child(place, index, element, 'unevaluatedItems')
      yield* walk.violations(unevaluatedItems, at)
    }
  }
}

/** Marks what the schemas evaluate that apply to a value. */
function mark(walk: SchemaWalk, schema: Schema, place: Instance, evaluated: Evaluated): void {
  if (typeof schema === 'boolean') return
  markMembers(schema, evaluated)
  markElements(walk, schema, place, evaluated)
  for (const each of applied(walk, schema, place)) mark(walk, each, place, evaluated)
}

function markMembers(schema: SchemaObject, evaluated: Evaluated): void {
  evaluated.names(new Set(Object.keys(schema.properties ?? {})))
  for (const [pattern] of entriesOf(schema.patternProperties)) evaluated.pattern(patternOf(pattern))
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties
  if (rest !== undefined) evaluated.everyMember()
}

function markElements(
  walk: SchemaWalk,
  schema: SchemaObject,
  place: Instance,
  evaluated: Evaluated,
): void {
  const { prefixItems = [], contains } = schema
  evaluated.first(prefixItems.length)
  if ((schema.items ?? schema.unevaluatedItems) !== undefined) evaluated.everyElement()
  if (contains !== undefined) {
    evaluated.contained((value) => holds(walk, contains, { ...place, value }))
  }
}

/** The schemas that apply to a value because another one does. */
function applied(walk: SchemaWalk, schema: SchemaObject, place: Instance): Schema[] {
  const { $ref } = schema
  const { value } = place
  const held = (keyword: unknown) =>
    ((keyword ?? []) as Schema[]).filter((each) => holds(walk, each, place))
  const conditional = schema.if
  const isMet = conditional !== undefined && holds(walk, conditional, place)
  const branches = isMet ? [conditional, schema.then] : [schema.else]
  return [
    ...(typeof $ref === 'string' ? [walk.target($ref)] : []),
    ...((schema.allOf ?? []) as Schema[]),
    ...held(schema.anyOf),
    ...held(schema.oneOf),
    ...(conditional === undefined ? [] : branches).filter(
      (each): each is Schema => each !== undefined,
    ),
    ...entriesOf(schema.dependentSchemas)
      .filter(([name]) => anObject(value) && hasMember(value, name))
      .map(([, each]) => each),
  ]
}
