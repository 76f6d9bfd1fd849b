import { memoize } from '../../openapi/memoize.js'
import type { RulesObject } from '../../openapi/shared-schema.js'
import { allRule, conditionRule, unionRule } from './applicators.js'
import { arrayRule } from './arrays.js'
import { objectRule } from './objects.js'
import type { KeywordRule } from './schema-walk.js'
import { unevaluatedRule } from './unevaluated.js'
import { numberRule, textRule, typeRule, valueRule } from './values.js'

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

export const rulesOf = memoize((rules: RulesObject): readonly KeywordRule[] =>
  byKeyword.flatMap(([keywords, rule]) =>
    keywords.some((keyword) => Object.hasOwn(rules, keyword)) ? rule : [],
  ),
)
