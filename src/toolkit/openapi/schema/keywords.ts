/** Keywords of JSON Schema 2020-12 that hold schemas, by the shape of their value. */

/** Keywords whose value is a schema. */
export const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'additionalItems', // up to 2019-09, folded into `items`
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** Keywords whose value is an array of schemas. */
export const SCHEMA_ARRAY_KEYWORDS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
])

/** Keywords whose value is an object of schemas. */
export const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** Keywords that apply a schema to the very instance that their own schema applies to. */
export const IN_PLACE_APPLICATORS = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
] as const
