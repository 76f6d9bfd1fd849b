import { INT32_MAX, INT32_MIN } from '../../openapi/integers.js'
import type { TypeName } from '../../openapi/json-types.js'
import type { RulesObject } from '../../openapi/shared-schema.js'
import { patternOf } from '../../regex/linear/pattern.js'
import { equalTo, oneOf } from '../equality.js'
import { hasFormat } from '../formats.js'
import * as numbers from '../numbers.js'
import { longerThan, shorterThan } from '../strings.js'
import { hasType } from '../types.js'
import { type Instance, type SchemaWalk, type Violations, violation } from './schema-walk.js'

/** `type`, and the formats of integers. */
export function* typeRule(_walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const types = typesOf(rules)
  if (!types.some((type) => hasType(place.value, type as TypeName))) {
    yield violation(place, 'type', `must be ${types.join(' or ')}`, { type: rules.type })
  } else if (rules.format === 'int32' && [rules.type].flat().includes('integer')) {
    for (const { message } of limitViolations(INT32, place)) {
      yield violation(place, 'format', message, { format: 'int32' })
    }
  }
}

const INT32 = { minimum: INT32_MIN, maximum: INT32_MAX }

function typesOf({ type, format }: RulesObject): string[] {
  const types = [type].flat() as string[]
  return types.map((each) => (each === 'integer' && format === 'int64' ? 'int64' : each))
}

/** `enum` and `const`. */
export function* valueRule(_walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const allowedValues = rules.enum as readonly unknown[] | undefined
  if (allowedValues !== undefined && !oneOf(place.value, allowedValues)) {
    const message = 'must be equal to one of the allowed values'
    yield violation(place, 'enum', message, { allowedValues })
  }
  if (Object.hasOwn(rules, 'const') && !equalTo(place.value, rules.const)) {
    yield violation(place, 'const', 'must be equal to constant', { allowedValue: rules.const })
  }
}

export function* numberRule(_walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  yield* limitViolations(rules, place)
}

type NumberLimit = [
  keyword: string,
  says: string,
  keeps: (value: unknown, limit: number) => boolean,
]

const LIMITS: readonly NumberLimit[] = [
  ['minimum', 'must be >=', numbers.atLeast],
  ['maximum', 'must be <=', numbers.atMost],
  ['exclusiveMinimum', 'must be >', numbers.above],
  ['exclusiveMaximum', 'must be <', numbers.below],
  ['multipleOf', 'must be multiple of', numbers.multipleOf],
]

function* limitViolations(rules: RulesObject, place: Instance): Violations {
  for (const [keyword, says, keeps] of LIMITS) {
    const limit = rules[keyword] as number | undefined
    if (limit !== undefined && !keeps(place.value, limit)) {
      yield violation(place, keyword, `${says} ${limit}`, { limit })
    }
  }
}

/** Keywords about strings. */
export function* textRule(_walk: SchemaWalk, rules: RulesObject, place: Instance): Violations {
  const { value } = place
  if (typeof value !== 'string') return
  const { maxLength, minLength, pattern, format, type } = rules
  if (shorterThan(value, (minLength ?? 0) as number)) {
    const message = `must NOT have fewer than ${minLength} characters`
    yield violation(place, 'minLength', message, { limit: minLength })
  }
  const isTooLong = longerThan(value, (maxLength ?? Infinity) as number)
  if (isTooLong) {
    const message = `must NOT have more than ${maxLength} characters`
    yield violation(place, 'maxLength', message, { limit: maxLength })
  }
  // A pattern may be fast for short strings only.
  if (pattern !== undefined && !isTooLong && !patternOf(pattern as string).test(value)) {
    yield violation(place, 'pattern', `must match pattern "${pattern}"`, { pattern })
  }
  const isChecked = typeof format === 'string' && [type].flat().includes('string')
  if (isChecked && !hasFormat(value, format)) {
    yield violation(place, 'format', `must match format "${format}"`, { format })
  }
}
