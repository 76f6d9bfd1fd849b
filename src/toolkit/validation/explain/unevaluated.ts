import type { Rules, RulesObject } from '../../openapi/schema/schema.js'
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
  rules: RulesObject,
  place: Instance,
): Violations {
  const { unevaluatedProperties, unevaluatedItems, ...others } = rules
  const { value } = place
  if (unevaluatedProperties !== undefined && anObject(value)) {
    const evaluated = new Evaluated()
    mark(walk, others, place, evaluated)
    for (const [name, member] of membersOf(value)) {
      if (evaluated.includesMember(name)) continue
      const at = child(place, name, member, 'unevaluatedProperties')
      yield* walk.violations(unevaluatedProperties as Rules, at)
    }
  }
  if (unevaluatedItems !== undefined && Array.isArray(value)) {
    const evaluated = new Evaluated()
    mark(walk, others, place, evaluated)
    for (const [index, element] of value.entries()) {
      if (evaluated.includesElement(index, element)) continue
      const at = child(place, index, element, 'unevaluatedItems')
      yield* walk.violations(unevaluatedItems as Rules, at)
    }
  }
}

/** Marks what the schemas evaluate that apply to a value. */
function mark(walk: SchemaWalk, rules: Rules, place: Instance, evaluated: Evaluated): void {
  if (typeof rules === 'boolean') return
  markMembers(rules, evaluated)
  markElements(walk, rules, place, evaluated)
  for (const each of applied(walk, rules, place)) mark(walk, each, place, evaluated)
}

function markMembers(rules: RulesObject, evaluated: Evaluated): void {
  evaluated.names(new Set(Object.keys(rules.properties ?? {})))
  for (const [pattern] of entriesOf(rules.patternProperties)) evaluated.pattern(patternOf(pattern))
  const rest = rules.additionalProperties ?? rules.unevaluatedProperties
  if (rest !== undefined) evaluated.everyMember()
}

function markElements(
  walk: SchemaWalk,
  rules: RulesObject,
  place: Instance,
  evaluated: Evaluated,
): void {
  const { prefixItems = [], contains } = rules
  evaluated.first((prefixItems as readonly unknown[]).length)
  if ((rules.items ?? rules.unevaluatedItems) !== undefined) evaluated.everyElement()
  if (contains !== undefined) {
    evaluated.contained((value) => holds(walk, contains as Rules, { ...place, value }))
  }
}

/** The schemas that apply to a value because another one does. */
function applied(walk: SchemaWalk, rules: RulesObject, place: Instance): Rules[] {
  const { $ref } = rules
  const { value } = place
  const held = (keyword: unknown) =>
    ((keyword ?? []) as Rules[]).filter((each) => holds(walk, each, place))
  const conditional = rules.if as Rules | undefined
  const isMet = conditional !== undefined && holds(walk, conditional, place)
  const branches = isMet ? [conditional, rules.then] : [rules.else]
  return [
    ...(typeof $ref === 'string' ? [walk.target($ref)] : []),
    ...((rules.allOf ?? []) as Rules[]),
    ...held(rules.anyOf),
    ...held(rules.oneOf),
    ...(conditional === undefined ? [] : branches).filter(
      (each): each is Rules => each !== undefined,
    ),
    ...entriesOf(rules.dependentSchemas)
      .filter(([name]) => anObject(value) && hasMember(value, name))
      .map(([, each]) => each),
  ]
}
