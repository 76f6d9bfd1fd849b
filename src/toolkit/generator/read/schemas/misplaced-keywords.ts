import { isObject, setOwn } from '../../../openapi/json.js'
import { KEYWORDS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { equalTo } from '../../../validation/equality.js'
import type { Cursor } from '../document/cursor.js'
import { allowsNull, type Dialect } from './dialect.js'
import { DROPPED } from './keyword-types.js'
import { readPattern } from './patterns.js'
import { typeFromValue } from './type-keyword.js'

/** A keyword of a schema with the location of its value. */
export type KeywordEntry = readonly [keyword: string, value: Cursor]

/** Names of a `required` that wrong indentation makes a member of `properties`. */
export function namesIn(value: unknown): string[] {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isList ? value : []
}

/** True for a member of `properties` that is no schema: wrong indentation has made a keyword one. */
function isMisplacedKeyword(name: string, { value }: Cursor, dialect: Dialect): boolean {
  if (value === null || isObject(value)) return false
  const { value: type, schemas } = KEYWORDS.get(name) ?? {}
  if (typeof value === 'boolean') {
    const isFlag = ['boolean', 'limit', 'strings'].includes(type ?? '') || schemas === 'one'
    return dialect.nullable !== undefined && (name === 'nullable' || isFlag)
  }
  // A type beside other names is that of a property `type`, unless it can only be that of its object.
  if (name === 'type') return typeFromValue(value)?.type === 'object'
  return type !== undefined || DROPPED.has(name)
}

/** The keywords of a schema, with those that are among its `properties` by mistake. */
export function withMisplaced(
  keywords: readonly KeywordEntry[],
  dialect: Dialect,
): readonly KeywordEntry[] {
  const properties = keywords.find(([keyword]) => keyword === 'properties')?.[1]
  if (!isObject(properties?.value)) return keywords
  const members = (properties as Cursor).entries()
  if (dialect.nullable === undefined) for (const each of members) warnOfClosing(each)
  const misplaced = members.filter(([name, each]) => isMisplacedKeyword(name, each, dialect))
  return [...keywords, ...misplaced.filter((each) => counts(each, keywords, dialect))]
}

/** A member with the schema `false` may be meant, and hardly is. */
function warnOfClosing([name, member]: KeywordEntry): void {
  if (member.value !== false || !/^(additional|unevaluated)Properties$/.test(name)) return
  const message = `\`${name}: false\` among the properties forbids a member of that name, and closes nothing`
  member.warn(message, 'move it out of `properties`')
}

/** Reports a misplaced keyword; true if the object has no other value for it. */
function counts(
  [name, cursor]: KeywordEntry,
  keywords: readonly KeywordEntry[],
  dialect: Dialect,
): boolean {
  // The names in several lists are all required.
  if (name === 'required' && namesIn(cursor.value).length > 0) return false
  const what = `\`${name}\` is a member of the schema, and no schema itself`
  const advice = 'move it out of `properties`'
  if (name === 'required' && cursor.value === true) {
    cursor.wrong(`${what}; nobody knows what is required`, 'write the names of members in a list')
    return false
  }
  const own = keywords.find(([keyword]) => keyword === name)?.[1]
  const isHarmless = !RESTRICTING_KEYWORDS.has(name) && !allowsNull(name, dialect)
  if (isHarmless || (own !== undefined && equalTo(cursor.value, own.value))) {
    cursor.warn(`${what}; it is ignored`, advice)
    return false
  }
  if (own !== undefined) cursor.wrong(`${what}, and its object has another one`, advice)
  else cursor.warn(`${what}; taken for \`${name}\` of its object`, advice)
  return own === undefined
}

type ReadSubschema = (schema: Cursor) => Schema

export function readMap(
  value: Cursor,
  keyword: string,
  read: ReadSubschema,
  dialect: Dialect,
): Record<string, Schema> {
  const map: Record<string, Schema> = {}
  for (const [name, schema] of value.entries()) {
    if (keyword === 'properties' && name === '$ref' && typeof schema.value === 'string') {
      const advice = 'write `allOf` with a `$ref` to the schema that has them'
      schema.wrong('a `$ref` does not stand for all properties', advice)
      continue
    }
    if (keyword === 'properties' && isMisplacedKeyword(name, schema, dialect)) continue
    const key = keyword === 'patternProperties' ? readPattern(value, name) : name
    if (key === undefined) continue
    const own = read(schema)
    // Two patterns may mean the same.
    setOwn(map, key, Object.hasOwn(map, key) ? { allOf: [map[key] as Schema, own] } : own)
  }
  return map
}

export function readDependencies(value: Cursor, read: ReadSubschema): Record<string, unknown> {
  const entries = value.entries().map(([name, each]) => {
    const isList = Array.isArray(each.value)
    return [name, isList ? each.elements().flatMap((one) => one.string() ?? []) : read(each)]
  })
  return Object.fromEntries(entries)
}

/**
 * A schema with the members that it requires in other words: by `required: true` in a property, as in
 * draft 3 (section 5.7), or by a `required` that wrong indentation has made one of its `properties`.
 */
export function withRequiredMembers(
  cursor: Cursor,
  schema: SchemaObject,
  isJsonSchema: boolean,
): SchemaObject {
  const properties = cursor.get('properties')
  if (properties === undefined || !isObject(properties.value)) return schema
  // Beside a `$ref`, versions up to 3.0 ignore other members.
  const isMarked = (each: unknown) =>
    isObject(each) && each.required === true && (isJsonSchema || !('$ref' in each))
  const own = Object.entries(properties.value).flatMap(([name, each]) =>
    isMarked(each) ? name : [],
  )
  const misplaced = namesIn(properties.value.required)
  for (const name of own) {
    const message =
      '`required: true` of a property is of draft 3; taken for `required` of its object'
    properties
      .get(name)
      ?.get('required')
      ?.warn(message, 'name the member in the `required` of its object')
  }
  if (misplaced.length > 0) {
    const message =
      '`required` is a member of the schema, and no schema itself; taken for `required` of its object'
    properties.get('required')?.warn(message, 'move it out of `properties`')
  }
  const { required } = schema
  const listed = Array.isArray(required) ? required : []
  const all = new Set([...listed, ...own, ...misplaced])
  return all.size === listed.length ? schema : { ...schema, required: [...all] }
}
