import type { Schema, SchemaObject } from './model.js'
import type { Version } from './version.js'

/** What a version of OpenAPI makes of a schema whose keywords have been read. */
export interface Dialect {
  /** Whether what stands beside a `$ref` counts. */
  readonly refSiblings: boolean
  /** Keywords of the dialect that draft 2020-12 does not have, all true or false. */
  readonly flags: ReadonlySet<string>
  /** Types that draft 2020-12 does not have. */
  readonly types: ReadonlySet<string>
  /** Translates to draft 2020-12. */
  translate(schema: SchemaObject): Schema
}

/** The dialect of a version's schemas. */
export function dialectOf(version: Version): Dialect {
  return { '2.0': SWAGGER_20, '3.0': OPENAPI_30, '3.1': DRAFT_2020 }[version]
}

const DRAFT_2020: Dialect = {
  refSiblings: true,
  flags: new Set(),
  types: new Set(),
  translate: (schema) => schema,
}

/** OpenAPI 3.0.3, section 4.7.24: a subset of JSON Schema Wright 00, extended. */
const OPENAPI_30: Dialect = {
  refSiblings: false,
  flags: new Set(['exclusiveMaximum', 'exclusiveMinimum', 'nullable']),
  types: new Set(),
  translate: (schema) => nullable(exclusive(exclusive(schema, 'maximum'), 'minimum')),
}

/** Swagger 2.0, Schema Object: a subset of JSON Schema draft 4, and a type for files. */
const SWAGGER_20: Dialect = {
  refSiblings: false,
  flags: new Set(['exclusiveMaximum', 'exclusiveMinimum']),
  types: new Set(['file']),
  translate: (schema) => file(exclusive(exclusive(schema, 'maximum'), 'minimum')),
}

/** A file is what 3.0 calls a binary string. */
function file(schema: SchemaObject): SchemaObject {
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

/** `minimum: 1, exclusiveMinimum: true` as `exclusiveMinimum: 1`. */
function exclusive(schema: SchemaObject, limit: 'maximum' | 'minimum'): SchemaObject {
  const keyword = limit === 'maximum' ? 'exclusiveMaximum' : 'exclusiveMinimum'
  const { [keyword]: isExclusive, [limit]: value, ...rest } = schema
  if (value === undefined) return rest
  return { ...rest, [isExclusive === true ? keyword : limit]: value }
}

/** `nullable` beside a type adds a type; elsewhere null is an alternative to everything beside it. */
function nullable({ nullable: isNullable, ...schema }: SchemaObject): Schema {
  if (isNullable !== true) return schema
  const { type, enum: allowed, description, ...rest } = schema
  if (type === undefined) {
    const described = description === undefined ? {} : { description }
    return {
      ...described,
      anyOf: [{ ...rest, ...(allowed && { enum: allowed }) }, { type: 'null' }],
    }
  }
  return {
    ...schema,
    type: [...[type].flat(), 'null'],
    ...(allowed && { enum: allowed.includes(null) ? allowed : [...allowed, null] }),
  }
}
