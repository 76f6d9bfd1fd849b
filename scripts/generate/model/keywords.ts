/** The keywords of JSON Schema 2020-12 that the generator carries, by the shape of their value. */

/** The value is a schema. */
export const SCHEMA = new Set([
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

/** The value is an array of schemas. */
export const SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** The value is an object of schemas. */
export const SCHEMA_MAP = new Set(['dependentSchemas', 'patternProperties', 'properties'])

/** The value constrains an instance and holds no schema. */
export const ASSERTIONS = new Set([
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
])

/** The value describes; it changes no verdict. */
export const ANNOTATIONS = new Set(['deprecated', 'description', 'title'])

/** The value describes and nothing generated shows it. */
export const DROPPED = new Set([
  '$comment',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'example',
  'examples',
  'externalDocs',
  'xml',
])

/** Formats that validators check; any other is an annotation (JSON Schema 2020-12, section 7.2.1). */
export const FORMATS = new Set([
  'date',
  'date-time',
  'double',
  'duration',
  'email',
  'float',
  'hostname',
  'int32',
  'int64',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'uri-reference',
  'uuid',
])
