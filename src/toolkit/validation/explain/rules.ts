import { isInt64, type TypeName } from '../../openapi/json.js'
import { keywordsWith, type SubjectType } from '../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { assertionsAbout, INT32_LIMITS } from '../assertions.js'
import { equalTo, oneOf } from '../equality.js'
import { isInexactNumber, nearestTo } from '../numeric.js'
import { hasType } from '../types.js'
import { listed } from './listed.js'
import { type Instance, type KeywordRule, type Violations, violation } from './schema-walk.js'
import { allRule, conditionRule, elementRule, memberRule } from './subschemas.js'
import { unevaluatedRule } from './unevaluated.js'
import { unionRule } from './unions.js'

/** `type`, and the formats of integers. */
function* typeRule(schema: SchemaObject, place: Instance): Violations {
  const types = typesOf(schema)
  if (!types.some((type) => hasType(place.value, type as TypeName))) {
    const isLimited = types.includes('integer') || (types.includes('int64') && isLong(place.value))
    const limit = isLimited && isBeyondNumbers(place.value) ? ' up to 2^53' : ''
    yield violation(place, 'type', `must be ${types.join(' or ')}${limit}`, { type: schema.type })
  } else if (schema.format === 'int32' && [schema.type].flat().includes('integer')) {
    for (const { message } of numberRule(INT32_LIMITS, place)) {
      yield violation(place, 'format', message, { format: 'int32' })
    }
  }
}

/** True for an integer that would be rounded, or the text of one, which was not read as a number for that reason. */
function isBeyondNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  if (typeof value === 'string') {
    return /^-?[1-9]\d{15,400}$/.test(value) && !Number.isSafeInteger(Number(value))
  }
  return isInexactNumber(value) && Math.abs(nearestTo(value)) > Number.MAX_SAFE_INTEGER
}

/** True for an int64, which is refused only where it has to be a number. A text is refused since it is one. */
function isLong(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'object') return false
  const text = isInexactNumber(value) ? (value.description as string) : String(value)
  return /^-?\d+$/.test(text) && isInt64(BigInt(text))
}

const typesOf = memoize(({ type, format }: SchemaObject): readonly string[] => {
  const types = [type].flat() as string[]
  return types.map((each) => (each === 'integer' && format === 'int64' ? 'int64' : each))
})

function* valueRule(schema: SchemaObject, place: Instance): Violations {
  const allowedValues = schema.enum
  if (allowedValues !== undefined && !oneOf(place.value, allowedValues)) {
    const message = `must be equal to one of the allowed values: ${listed(allowedValues)}`
    yield violation(place, 'enum', message, { allowedValues })
  }
  if (Object.hasOwn(schema, 'const') && !equalTo(place.value, schema.const)) {
    const message = `must be equal to constant ${listed([schema.const])}`
    yield violation(place, 'const', message, { allowedValue: schema.const })
  }
}

/** Assertions about values of a JSON type; those about numbers accept all other values. */
function assertionRule(type: SubjectType, areLast = false): KeywordRule {
  const assertions = assertionsAbout(type).filter(([, { isLast = false }]) => isLast === areLast)
  return function* (schema, place) {
    const value = place.value as never
    if (type !== 'number' && !hasType(value, type)) return
    for (const [keyword, { accepts, refuses, message, params }] of assertions) {
      const limit = schema[keyword] as never
      if (limit === undefined) continue
      if (accepts?.(value, limit, schema) ?? !refuses?.(value, limit, schema)) continue
      yield violation(place, keyword, message(limit), params?.(limit) ?? { limit })
    }
  }
}

const numberRule = assertionRule('number')
const about = (type: SubjectType) => keywordsWith((keyword) => keyword.about === type)

/** The rules of keywords, in the order of their violations. */
const RULES: readonly (readonly [keywords: readonly string[], ...rules: KeywordRule[]])[] = [
  [['type'], typeRule],
  [['enum', 'const'], valueRule],
  [about('number'), numberRule],
  [about('string'), assertionRule('string')],
  [about('array'), assertionRule('array'), elementRule, assertionRule('array', true)],
  [about('object'), assertionRule('object'), memberRule],
  [['$ref', 'allOf'], allRule],
  [['anyOf', 'oneOf'], unionRule],
  [['not', 'if', 'dependentSchemas'], conditionRule],
  [['unevaluatedProperties', 'unevaluatedItems'], unevaluatedRule],
]

export const rulesOf = memoize((schema: SchemaObject): readonly KeywordRule[] =>
  RULES.flatMap(([keywords, ...rules]) =>
    keywords.some((keyword) => Object.hasOwn(schema, keyword)) ? rules : [],
  ),
)
