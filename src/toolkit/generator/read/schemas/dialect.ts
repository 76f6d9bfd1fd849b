import { plainText } from '../../../openapi/json.js'
import { refusesAll } from '../../../openapi/schema/conjuncts.js'
import { ANNOTATIONS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { EXAMPLES, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import { equalTo } from '../../../validation/equality.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
import { translateOlderDrafts } from './keyword-versions.js'

/** Differences of a version's schemas from draft 2020-12. */
export interface Dialect {
  /**
   * Keyword for `nullable`, up to 3.0. None for JSON Schema, where null is a type, `true` and `false` are schemas,
   * keywords beside a `$ref` count, and those that nobody knows are annotations.
   */
  readonly nullable?: NullableKeyword
  /** Translates to draft 2020-12. */
  translate(schema: SchemaObject): Schema
}

/** True for the keyword that allows null, where null is no type. */
export function allowsNull(keyword: string, { nullable }: Dialect): boolean {
  return nullable !== undefined && keyword === 'nullable'
}

export function dialectOf(version: OpenApiVersion): Dialect {
  return { '2.0': SWAGGER_20, '3.0': OPENAPI_30, '3.1': DRAFT_2020, '3.2': DRAFT_2020 }[version]
}

const KNOWN =
  /^https:\/\/(spec\.openapis\.org\/oas\/3\.\d\/(dialect|schema)\/|json-schema\.org\/draft\/2020-12\/schema)|^https?:\/\/json-schema\.org\/(draft-0[4-7]|draft\/2019-09)\/schema/

/** Reports an unknown dialect, whose keywords may have any meaning. */
export function checkDialect(dialect: Cursor | undefined): void {
  if (dialect === undefined || KNOWN.test(plainText(dialect.value))) return
  const advice = 'use the dialect of OpenAPI or draft 2020-12'
  dialect.unsupported(`schema dialect ${plainText(dialect.value)}`, advice, 'dialect')
}

const DRAFT_2020: Dialect = { translate: translateOlderDrafts }

/** OpenAPI 3.0.3, section 4.7.24: a subset of JSON Schema Wright 00, extended. */
const OPENAPI_30: Dialect = {
  nullable: { own: 'nullable', foreign: 'x-nullable', origin: 'Swagger 2.0' },
  translate: (schema) => nullable(translateOlderDrafts(schema)),
}

/**
 * Swagger 2.0, Schema Object: a subset of JSON Schema draft 4, with a type for files. It has no
 * keyword for null; all tools and documents use the same extension for it.
 */
const SWAGGER_20: Dialect = {
  nullable: { own: 'x-nullable', foreign: 'nullable', origin: 'OpenAPI 3.0' },
  translate: (schema) => nullable(file(translateOlderDrafts(schema))),
}

function file(schema: SchemaObject): SchemaObject {
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

/** `nullable` beside a type adds a type; elsewhere null is an alternative to all keywords that may refuse it. */
function nullable({ nullable: isNullable, ...schema }: SchemaObject): Schema {
  if (isNullable !== true) return schema
  const { type, enum: allowed, [EXAMPLES]: examples, ...rest } = schema
  if (type === undefined) {
    const members = Object.entries({ ...rest, ...(allowed && { enum: allowed }) })
    const told = members.filter(([keyword]) => ANNOTATIONS.has(keyword))
    const asked = members.filter((each) => !told.includes(each))
    const others = alternatives(Object.fromEntries(asked)).filter((each) => !refusesAll(each))
    return {
      ...Object.fromEntries(told),
      ...(examples && { [EXAMPLES]: examples }),
      ...(asked.length > 0 && { anyOf: [...others, { type: 'null' }] }),
    }
  }
  return {
    ...schema,
    type: [...[type].flat(), 'null'],
    ...(allowed && { enum: allowed.includes(null) ? allowed : [...allowed, null] }),
  }
}

/** Alternatives of a schema without other keywords; any other schema is the only one. */
function alternatives(schema: SchemaObject): readonly Schema[] {
  const { anyOf, ...others } = schema
  return anyOf === undefined || Object.keys(others).length > 0 ? [schema] : anyOf
}

/** Keyword of a version of OpenAPI that allows null, where null is no type. */
interface NullableKeyword {
  /** Keyword of the version, or an extension that serves as one. */
  readonly own: string
  /** Keyword of another version that many documents have instead, and that version. */
  readonly foreign: string
  readonly origin: string
}

/** Keywords that a null may have to satisfy. */
const REFUSING = ['allOf', 'anyOf', 'oneOf', 'not', 'enum']

/** Reports a null that the specification refuses, strictly read, and that authors mean to allow. */
function warnOfNull(
  schema: Cursor,
  own: string,
  isReference: boolean,
  warn: (message: string, advice: string) => void,
): void {
  const values = schema.get('enum')?.value
  if (Array.isArray(values) && !values.includes(null)) {
    warn(
      `\`${own}\` counts beside an \`enum\` without null, as it is meant`,
      'add null to the `enum`',
    )
  } else if (
    !isReference &&
    schema.get('type') === undefined &&
    REFUSING.some((keyword) => schema.get(keyword) !== undefined)
  ) {
    warn(`\`${own}\` counts without a \`type\` beside it, as it is meant`, 'add the `type`')
  }
}

/** Reports keywords beside a `$ref` that versions up to 3.0 ignore, unless its target has the same. */
function reportSiblings(cursor: Cursor, members: readonly [string, Cursor][]): void {
  const target = Object(targetOf(cursor.get('$ref') as Cursor)?.value)
  const isNews = ([keyword, { value }]: readonly [string, Cursor]) =>
    value !== null && !(Object.hasOwn(target, keyword) && equalTo(value, target[keyword]))
  const names = members.filter(isNews).map(([keyword]) => keyword)
  const told = (lost: readonly string[], once: boolean) => {
    if (lost.length === 0) return
    const are = `${lost.map((each) => `\`${each}\``).join(' and ')} beside \`$ref\` ${lost.length > 1 ? 'are' : 'is'}`
    const message = `${are} ignored, as OpenAPI says up to 3.0`
    cursor.warn(message, 'put the `$ref` into an `allOf`', { once })
  }
  told(
    names.filter((each) => RESTRICTING_KEYWORDS.has(each)),
    false,
  )
  for (const each of ['readOnly', 'writeOnly']) {
    if (names.includes(each) && Object(cursor.value)[each]) told([each], true)
  }
}

/** The keywords that count in a schema of a dialect; the one that allows null as `nullable`. */
export function keywordsOf(
  cursor: Cursor,
  dialect: Dialect,
  handled: readonly string[] = [],
): [keyword: string, value: Cursor][] {
  const { nullable } = dialect
  const isReference = nullable !== undefined && typeof cursor.get('$ref')?.value === 'string'
  const members = cursor.members().filter(([member]) => !handled.includes(member))
  const kept = isReference ? members.filter(([keyword]) => keyword === '$ref') : members
  if (isReference) reportSiblings(cursor, members)
  const flag = nullable && (cursor.get(nullable.own) ?? cursor.get(nullable.foreign))
  if (nullable === undefined || flag === undefined) return kept
  const warn = (message: string, advice: string) => {
    if (plainText(flag.value) !== 'true') return
    flag.warn(`${message}: null is allowed`, advice, { once: true })
  }
  const { own, foreign, origin } = nullable
  if (!Object.hasOwn(cursor.value as object, own)) {
    warn(`\`${foreign}\` is of ${origin}; taken for \`${own}\``, `write \`${own}\``)
  }
  warnOfNull(cursor, own, isReference, warn)
  if (isReference) {
    warn(`\`${own}\` beside a \`$ref\` counts, as it is meant`, 'put the `$ref` into an `allOf`')
  }
  return [...kept.filter(([keyword]) => keyword !== 'nullable'), ['nullable', flag]]
}
