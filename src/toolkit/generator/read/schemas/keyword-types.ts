import { isObject } from '../../../openapi/json.js'
import { JSON_TYPES } from '../../../openapi/json-types.js'
import { TEXT_FORMATS } from '../../../openapi/text-formats.js'

/** Keywords of JSON Schema 2020-12 that the generator supports, by the type of their value. */

/** Required type of a keyword's value, in words and as a test. */
export interface KeywordType {
  readonly is: string
  readonly test: (value: unknown) => boolean
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'
const isString = (value: unknown) => typeof value === 'string'
const isStrings = (value: unknown) =>
  Array.isArray(value) && value.every(isString) && new Set(value).size === value.length

const ANYTHING: KeywordType = { is: 'any value', test: () => true }
export const BOOLEAN: KeywordType = {
  is: 'true or false',
  test: (value) => typeof value === 'boolean',
}
export const COUNT: KeywordType = {
  is: 'a non-negative integer',
  test: (value) => (typeof value === 'bigint' || Number.isInteger(value)) && Number(value) >= 0,
}
export const NUMBER: KeywordType = { is: 'a number', test: isNumber }
/** A boolean in draft 4, and thus in OpenAPI up to 3.0. */
export const EXCLUSIVE: KeywordType = {
  is: 'a number',
  test: (value) => isNumber(value) || typeof value === 'boolean',
}
export const FACTOR: KeywordType = {
  is: 'a number above 0',
  test: (value) => isNumber(value) && Number(value) > 0,
}
const STRING: KeywordType = { is: 'a string', test: isString }
const STRINGS: KeywordType = { is: 'an array of different strings', test: isStrings }

const TYPES: readonly string[] = JSON_TYPES
export const TYPE: KeywordType = {
  is: `${TYPES.slice(0, -1).join(', ')} or ${TYPES.at(-1)}, or an array of them`,
  test: (value) =>
    TYPES.includes(value as string) ||
    (isStrings(value) && (value as string[]).every((each) => TYPES.includes(each))),
}

/** Assertions without subschemas (JSON Schema Validation 2020-12, section 6). */
const ASSERTIONS: Readonly<Record<string, KeywordType>> = {
  const: ANYTHING,
  dependentRequired: {
    is: 'an object of arrays of different strings',
    test: (value) => isObject(value) && Object.values(value).every(isStrings),
  },
  enum: { is: 'an array of values', test: (value) => Array.isArray(value) && value.length > 0 },
  exclusiveMaximum: EXCLUSIVE,
  exclusiveMinimum: EXCLUSIVE,
  format: STRING,
  maxContains: COUNT,
  maximum: NUMBER,
  maxItems: COUNT,
  maxLength: COUNT,
  maxProperties: COUNT,
  minContains: COUNT,
  minimum: NUMBER,
  minItems: COUNT,
  minLength: COUNT,
  minProperties: COUNT,
  multipleOf: FACTOR,
  pattern: STRING,
  required: STRINGS,
  type: TYPE,
  uniqueItems: BOOLEAN,
}

/** Annotations; they do not affect validity. */
const ANNOTATIONS: Readonly<Record<string, KeywordType>> = {
  default: ANYTHING,
  deprecated: BOOLEAN,
  description: STRING,
  readOnly: BOOLEAN,
  title: STRING,
  writeOnly: BOOLEAN,
}

/** Annotations that generated code does not contain, and containers of schemas for references. */
export const DROPPED = new Set([
  '$anchor', // a target of references: see `schema-resources.ts`
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$vocabulary',
  'collectionFormat', // of the items of an array in Swagger 2.0
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'definitions',
  'example',
  'examples',
  'externalDocs',
  'xml',
])

/** Keywords of JSON Schema and OpenAPI that the generator does not support yet. */
export const UNSUPPORTED = new Set(['$recursiveAnchor', '$recursiveRef'])

const NUMBER_FORMATS = ['double', 'float', 'int32', 'int64'] as const

/** Formats that validators check. */
export const FORMATS: ReadonlySet<string> = new Set([...TEXT_FORMATS, ...NUMBER_FORMATS])

/** Type of a keyword's value without subschemas; `undefined` for any other keyword. */
export function keywordTypeOf(keyword: string): KeywordType | undefined {
  if (Object.hasOwn(ASSERTIONS, keyword)) return ASSERTIONS[keyword]
  return Object.hasOwn(ANNOTATIONS, keyword) ? ANNOTATIONS[keyword] : undefined
}
