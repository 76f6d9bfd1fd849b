import { EXAMPLES, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import type { Version } from '../document/version.js'
import type { Nullable } from './members.js'
import { foldOlder } from './older-drafts.js'

/** What a version of OpenAPI makes of a schema whose keywords have been read. */
export interface Dialect {
  /** Whether what stands beside a `$ref` counts. */
  readonly refSiblings: boolean
  /** Keywords of the dialect that draft 2020-12 does not have, all true or false. */
  readonly flags: ReadonlySet<string>
  /** How it says `nullable`; none where null is a type. */
  readonly nullable?: Nullable
  /** Types that draft 2020-12 does not have. */
  readonly types: ReadonlySet<string>
  /** Translates to draft 2020-12. */
  translate(schema: SchemaObject): Schema
}

/** The dialect of a version's schemas. */
export function dialectOf(version: Version): Dialect {
  return { '2.0': SWAGGER_20, '3.0': OPENAPI_30, '3.1': DRAFT_2020, '3.2': DRAFT_2020 }[version]
}

/** The dialects that a document of 3.1 or 3.2 may name. */
const KNOWN =
  /^https:\/\/(spec\.openapis\.org\/oas\/3\.\d\/(dialect|schema)\/|json-schema\.org\/draft\/2020-12\/schema)|^https?:\/\/json-schema\.org\/(draft-0[4-7]|draft\/2019-09)\/schema/

/** Reports a dialect whose keywords may mean anything. */
export function checkDialect(dialect: Cursor | undefined): void {
  if (dialect === undefined || KNOWN.test(String(dialect.value))) return
  const what = `schema dialect ${dialect.value}`
  const advice = 'use the dialect of OpenAPI or draft 2020-12'
  dialect.report.unsupported(dialect, 'dialect', what, advice)
}

const DRAFT_2020: Dialect = {
  refSiblings: true,
  flags: new Set(),
  types: new Set(),
  translate: foldOlder,
}

/** OpenAPI 3.0.3, section 4.7.24: a subset of JSON Schema Wright 00, extended. */
const OPENAPI_30: Dialect = {
  refSiblings: false,
  flags: new Set(['nullable']),
  nullable: { own: 'nullable', foreign: 'x-nullable', origin: 'Swagger 2.0' },
  types: new Set(),
  translate: (schema) => nullable(foldOlder(schema)),
}

/**
 * Swagger 2.0, Schema Object: a subset of JSON Schema draft 4, and a type for files. It cannot say that
 * a value may be null; all tools and documents agree on an extension for that.
 */
const SWAGGER_20: Dialect = {
  refSiblings: false,
  flags: new Set(['nullable']),
  nullable: { own: 'x-nullable', foreign: 'nullable', origin: 'OpenAPI 3.0' },
  types: new Set(['file']),
  translate: (schema) => nullable(file(foldOlder(schema))),
}

/** A file is what 3.0 calls a binary string. */
function file(schema: SchemaObject): SchemaObject {
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

/** `nullable` beside a type adds a type; elsewhere null is an alternative to everything beside it. */
function nullable({ nullable: isNullable, ...schema }: SchemaObject): Schema {
  if (isNullable !== true) return schema
  const { type, enum: allowed, description, [EXAMPLES]: examples, ...rest } = schema
  if (type === undefined) {
    return {
      ...(description !== undefined && { description }),
      ...(examples && { [EXAMPLES]: examples }),
      anyOf: [...alternatives({ ...rest, ...(allowed && { enum: allowed }) }), { type: 'null' }],
    }
  }
  return {
    ...schema,
    type: [...[type].flat(), 'null'],
    ...(allowed && { enum: allowed.includes(null) ? allowed : [...allowed, null] }),
  }
}

/** The alternatives of a schema that says nothing but these, else itself as the only one. */
function alternatives(schema: SchemaObject): readonly Schema[] {
  const { anyOf, ...others } = schema
  return anyOf === undefined || Object.keys(others).length > 0 ? [schema] : anyOf
}
