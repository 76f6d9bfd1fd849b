import { INT32_MAX, INT32_MIN, type JsonObject } from '../openapi/json.js'
import { KEYWORDS, type SubjectType } from '../openapi/schema/keywords.js'
import type { SchemaObject } from '../openapi/schema/schema.js'
import { patternOf } from '../regex/linear/matcher.js'
import { countMembers } from './containers.js'
import { hasFormat } from './formats.js'
import { above, atLeast, atMost, below, multipleOf } from './numbers.js'
import { longerThan, shorterThan } from './strings.js'
import { unique } from './unique.js'

/** Rule of a keyword about values of one type; `limit` is the value of the keyword. */
export interface Assertion<Value = never> {
  /** True for a value that keeps the rule. */
  readonly accepts?: (value: Value, limit: never, schema: SchemaObject) => boolean
  /** True for a value that breaks the rule. */
  readonly refuses?: (value: Value, limit: never, schema: SchemaObject) => boolean
  /**
   * Test of compiled validators for a value that breaks the rule. None: a call of the function, a
   * function of `validation`, with value and limit.
   */
  readonly code?: string
  readonly message: (limit: unknown) => string
  /** Parameters of the violation. None: the limit. */
  readonly params?: (limit: unknown) => Readonly<Record<string, unknown>>
  /** True to check elements first, which takes less time. */
  readonly isLast?: true
}

type Assertions<Value> = Readonly<Record<string, Assertion<Value>>>

const NUMBER_ASSERTIONS = {
  minimum: { accepts: atLeast, message: (limit) => `must be >= ${limit}` },
  maximum: { accepts: atMost, message: (limit) => `must be <= ${limit}` },
  exclusiveMinimum: { accepts: above, message: (limit) => `must be > ${limit}` },
  exclusiveMaximum: { accepts: below, message: (limit) => `must be < ${limit}` },
  multipleOf: { accepts: multipleOf, message: (factor) => `must be multiple of ${factor}` },
} satisfies Assertions<unknown>

/** Assertions that `format: int32` implies. */
export const INT32_LIMITS = { minimum: INT32_MIN, maximum: INT32_MAX }

/** Assertions that the formats of smaller integers imply (spec.openapis.org/registry/format), by their names. */
export const SMALL_INTEGERS: ReadonlyMap<string, SchemaObject> = new Map([
  ['int8', { minimum: -(2 ** 7), maximum: 2 ** 7 - 1 }],
  ['int16', { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 }],
  ['uint8', { minimum: 0, maximum: 2 ** 8 - 1 }],
  ['uint16', { minimum: 0, maximum: 2 ** 16 - 1 }],
  ['uint32', { minimum: 0, maximum: 2 ** 32 - 1 }],
])

const STRING_ASSERTIONS = {
  minLength: {
    refuses: shorterThan,
    message: (limit) => `must NOT have fewer than ${limit} characters`,
  },
  maxLength: {
    refuses: longerThan,
    message: (limit) => `must NOT have more than ${limit} characters`,
  },
  pattern: {
    // A pattern may be fast for short strings only.
    accepts: (text, pattern: string, { maxLength = Infinity }) =>
      longerThan(text, maxLength as number) || patternOf(pattern).test(text),
    code: '!limit.test(value)',
    message: (pattern) => `must match pattern "${pattern}"`,
    params: (pattern) => ({ pattern }),
  },
  format: {
    accepts: (text, format: string, { type }) =>
      ![type].flat().includes('string') || hasFormat(text, format),
    code: '!formats[limit](value)',
    message: (format) => `must match format "${format}"`,
    params: (format) => ({ format }),
  },
} satisfies Assertions<string>

const ARRAY_ASSERTIONS = {
  minItems: {
    refuses: ({ length }, limit: number) => length < limit,
    code: 'value.length < limit',
    message: (limit) => `must NOT have fewer than ${limit} items`,
  },
  maxItems: {
    refuses: ({ length }, limit: number) => length > limit,
    code: 'value.length > limit',
    message: (limit) => `must NOT have more than ${limit} items`,
  },
  uniqueItems: {
    accepts: (array, isUnique: boolean) => !isUnique || unique(array),
    code: '!unique(value)',
    message: () => 'must NOT have duplicate items',
    params: () => ({}),
    isLast: true,
  },
} satisfies Assertions<readonly unknown[]>

const OBJECT_ASSERTIONS = {
  minProperties: {
    refuses: (object, limit: number) => countMembers(object) < limit,
    code: 'countMembers(value) < limit',
    message: (limit) => `must NOT have fewer than ${limit} properties`,
  },
  maxProperties: {
    refuses: (object, limit: number) => countMembers(object) > limit,
    code: 'countMembers(value) > limit',
    message: (limit) => `must NOT have more than ${limit} properties`,
  },
} satisfies Assertions<JsonObject>

const ALL: readonly (readonly [keyword: string, assertion: Assertion])[] = Object.entries({
  ...NUMBER_ASSERTIONS,
  ...STRING_ASSERTIONS,
  ...ARRAY_ASSERTIONS,
  ...OBJECT_ASSERTIONS,
})

/** The assertions about a JSON type by their keywords, in the order in which they are checked. */
export function assertionsAbout(type: SubjectType): typeof ALL {
  return ALL.filter(([keyword]) => KEYWORDS.get(keyword)?.about === type)
}
