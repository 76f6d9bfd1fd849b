import type { RulesObject } from '../../openapi/shared-schema.js'
import { arrayRule } from './arrays.js'
import { allRule, conditionRule, unionRule } from './branches.js'
import { objectRule } from './objects.js'
import { unevaluatedRule } from './unevaluated.js'
import { numberRule, textRule, typeRule, valueRule } from './values.js'
import type { KeywordRule } from './walk.js'

/** The rules, each with the keywords that it is about. */
const RULES: readonly (readonly [keywords: string, rule: KeywordRule])[] = [
  ['type', typeRule],
  ['enum const', valueRule],
  ['minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', numberRule],
  ['minLength maxLength pattern format', textRule],
  ['minItems maxItems prefixItems items contains uniqueItems', arrayRule],
  [
    'minProperties maxProperties required dependentRequired properties patternProperties ' +
      'additionalProperties propertyNames',
    objectRule,
  ],
  ['$ref allOf', allRule],
  ['anyOf oneOf', unionRule],
  ['not if dependentSchemas', conditionRule],
  ['unevaluatedProperties unevaluatedItems', unevaluatedRule],
]

const byKeyword = RULES.map(([keywords, rule]) => [keywords.split(' '), rule] as const)
const known = new WeakMap<RulesObject, readonly KeywordRule[]>()

/** The rules that a schema has keywords of. */
export function rulesOf(rules: RulesObject): readonly KeywordRule[] {
  const found =
    known.get(rules) ??
    byKeyword.flatMap(([keywords, rule]) =>
      keywords.some((keyword) => Object.hasOwn(rules, keyword)) ? rule : [],
    )
  known.set(rules, found)
  return found
}
