import { isObject, SCHEMA_TYPES } from '../../../openapi/json.js'
import type { ValueType } from '../../../openapi/schema/keywords.js'
import { formats } from '../../../validation/formats.js'

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'
const isString = (value: unknown) => typeof value === 'string'
const isStrings = (value: unknown) =>
  Array.isArray(value) && value.every(isString) && new Set(value).size === value.length

const TYPES: readonly string[] = SCHEMA_TYPES

/** The types of keywords' values, in words and as tests. */
export const VALUE_TYPES: Readonly<
  Record<ValueType, { readonly is: string; readonly test: (value: unknown) => boolean }>
> = {
  any: { is: 'any value', test: () => true },
  boolean: { is: 'true or false', test: (value) => typeof value === 'boolean' },
  count: {
    is: 'a non-negative integer',
    test: (value) => (typeof value === 'bigint' || Number.isInteger(value)) && Number(value) >= 0,
  },
  factor: { is: 'a number above 0', test: (value) => isNumber(value) && Number(value) > 0 },
  format: { is: 'a string', test: isString },
  // A boolean in draft 4, and thus in OpenAPI up to 3.0.
  limit: { is: 'a number', test: (value) => isNumber(value) || typeof value === 'boolean' },
  lists: {
    is: 'an object of arrays of different strings',
    test: (value) => isObject(value) && Object.values(value).every(isStrings),
  },
  number: { is: 'a number', test: isNumber },
  pattern: { is: 'a string', test: isString },
  string: { is: 'a string', test: isString },
  strings: { is: 'an array of different strings', test: isStrings },
  type: {
    is: `${TYPES.slice(0, -1).join(', ')} or ${TYPES.at(-1)}, or an array of them`,
    test: (value) =>
      TYPES.includes(value as string) ||
      (isStrings(value) && (value as string[]).every((each) => TYPES.includes(each))),
  },
  values: { is: 'an array of values', test: (value) => Array.isArray(value) && value.length > 0 },
}

/** Annotations that generated code does not contain, and containers of schemas for references. */
export const DROPPED = new Set([
  // Targets of references: see `schema-resources.ts`.
  ...['$anchor', '$defs', '$dynamicAnchor', '$id', 'definitions'],
  ...['$comment', '$vocabulary', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['example', 'examples', 'externalDocs', 'xml'],
  'collectionFormat', // of the items of an array in Swagger 2.0
])

/** Keywords of drafts between OpenAPI's, with those that replace them in draft 2020-12. */
export const REPLACED: ReadonlyMap<string, string> = new Map([
  ['$recursiveAnchor', '$dynamicAnchor'],
  ['$recursiveRef', '$dynamicRef'],
])

/** Formats that validators check. */
export const FORMATS: ReadonlySet<string> = new Set(
  Object.keys(formats).concat('double', 'float', 'int32', 'int64'),
)
