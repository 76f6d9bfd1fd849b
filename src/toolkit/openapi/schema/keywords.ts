import type { SchemaObject } from './schema.js'

/** Type of the value of a keyword without subschemas. */
export type ValueType =
  | 'any'
  | 'boolean'
  | 'count'
  | 'factor'
  | 'format'
  | 'limit'
  | 'lists'
  | 'number'
  | 'pattern'
  | 'string'
  | 'strings'
  | 'type'
  | 'values'

/** JSON types that keywords are about. */
export type SubjectType = 'object' | 'array' | 'string' | 'number'

export interface Keyword {
  /** Type of its value, if that contains no schemas. */
  readonly value?: ValueType
  /** Schemas in its value: the value itself, its elements or its members. */
  readonly schemas?: 'one' | 'list' | 'map'
  /** JSON type that it is about: it accepts values of all others. None: any type. */
  readonly about?: SubjectType
  /** For a lower limit, the keyword of the upper one. */
  readonly upper?: string
  /** For an exclusive limit, the inclusive one; in draft 4 a flag beside it makes it exclusive. */
  readonly inclusive?: string
  /** True for a line in the comments of types, which do not express it. */
  readonly comment?: true
  /** True if it may hold for a value and not for fewer of its members. */
  readonly fragile?: true
}

/** The keywords of JSON Schema 2020-12 that schemas can have; lines of comments have this order. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries<Keyword>({
    // Assertions (Validation, section 6)
    minimum: { value: 'number', about: 'number', upper: 'maximum', comment: true },
    exclusiveMinimum: { value: 'limit', about: 'number', inclusive: 'minimum', comment: true },
    maximum: { value: 'number', about: 'number', comment: true },
    exclusiveMaximum: { value: 'limit', about: 'number', inclusive: 'maximum', comment: true },
    multipleOf: { value: 'factor', about: 'number', comment: true },
    minLength: { value: 'count', about: 'string', upper: 'maxLength', comment: true },
    maxLength: { value: 'count', about: 'string', comment: true },
    pattern: { value: 'pattern', about: 'string', comment: true },
    format: { value: 'format', about: 'string' },
    minItems: { value: 'count', about: 'array', upper: 'maxItems', comment: true },
    maxItems: { value: 'count', about: 'array', comment: true },
    uniqueItems: { value: 'boolean', about: 'array', comment: true, fragile: true },
    minContains: { value: 'count', about: 'array' },
    maxContains: { value: 'count', about: 'array' },
    minProperties: {
      value: 'count',
      about: 'object',
      upper: 'maxProperties',
      comment: true,
      fragile: true,
    },
    maxProperties: { value: 'count', about: 'object', comment: true },
    required: { value: 'strings', about: 'object' },
    dependentRequired: { value: 'lists', about: 'object' },
    const: { value: 'any' },
    enum: { value: 'values' },
    type: { value: 'type' },
    // Annotations
    default: { value: 'any', comment: true },
    deprecated: { value: 'boolean' },
    description: { value: 'string' },
    readOnly: { value: 'boolean' },
    title: { value: 'string' },
    writeOnly: { value: 'boolean' },
    // Applicators (Core, section 10); without `about`, to the instance of their own schema
    allOf: { schemas: 'list' },
    anyOf: { schemas: 'list' },
    oneOf: { schemas: 'list', fragile: true },
    not: { schemas: 'one', fragile: true },
    if: { schemas: 'one', fragile: true },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: { schemas: 'one' },
    else: { schemas: 'one' },
    additionalItems: { schemas: 'one', about: 'array' }, // up to 2019-09, folded into `items`
    contains: { schemas: 'one', about: 'array', fragile: true },
    items: { schemas: 'one', about: 'array' },
    prefixItems: { schemas: 'list', about: 'array' },
    unevaluatedItems: { schemas: 'one', about: 'array' },
    additionalProperties: { schemas: 'one', about: 'object' },
    dependentSchemas: { schemas: 'map', about: 'object' },
    patternProperties: { schemas: 'map', about: 'object' },
    properties: { schemas: 'map', about: 'object' },
    propertyNames: { schemas: 'one', about: 'object' },
    unevaluatedProperties: { schemas: 'one', about: 'object' },
  }),
)

/** Keywords that say something of a value and refuse none. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'description',
  'readOnly',
  'title',
  'writeOnly',
])

/** Keywords that can refuse a value. */
export const RESTRICTING_KEYWORDS: ReadonlySet<string> = new Set(
  [...KEYWORDS.keys()].filter((name) => !ANNOTATIONS.has(name)),
)

/** Each lower limit with the upper one, and the JSON type that they are about. */
export const LIMITS = [...KEYWORDS].flatMap(([low, { upper, about }]) =>
  upper === undefined ? [] : [{ low, high: upper, about }],
)

export function keywordsWith(test: (keyword: Keyword) => unknown): string[] {
  return [...KEYWORDS].flatMap(([name, keyword]) => (test(keyword) ? [name] : []))
}

/** Most UTF-16 code units of a string that is not too long for a schema. */
export function maxCodeUnits({ maxLength }: SchemaObject): number {
  return typeof maxLength === 'number' ? 2 * maxLength : Infinity
}

/** Fewest and most elements of an array. */
export function lengthsOf({ minItems = 0, maxItems = Infinity }: SchemaObject): [number, number] {
  return [Number(minItems), Number(maxItems)]
}
