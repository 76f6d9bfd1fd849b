import { isObject } from '../../../openapi/json.js'
import { KEYWORDS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { equalTo } from '../../../validation/equality.js'
import type { Cursor } from '../document/cursor.js'
import type { Dialect } from './dialect.js'
import { DROPPED, valueTypeOf } from './keyword-types.js'
import { typeFromValue } from './type-keyword.js'

/** A keyword of a schema with the location of its value. */
export type KeywordEntry = readonly [keyword: string, value: Cursor]

/** Names of a `required` that wrong indentation makes a member of `properties`. */
export function namesIn(value: unknown): string[] {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isList ? value : []
}

/** True for a member of `properties` that is no schema: wrong indentation has made a keyword one. */
export function isMisplacedKeyword(name: string, { value }: Cursor, dialect: Dialect): boolean {
  if (value === null || isObject(value)) return false
  if (typeof value === 'boolean') {
    return !dialect.booleanSchemas && (dialect.flags.has(name) || isFlag(name))
  }
  // A type beside other names is that of a property `type`, unless it can only be that of its object.
  if (name === 'type') return typeFromValue(value)?.type === 'object'
  return valueTypeOf(name) !== undefined || DROPPED.has(name)
}

function isFlag(name: string): boolean {
  const { value, schemas } = KEYWORDS.get(name) ?? {}
  return ['boolean', 'limit', 'strings'].includes(value ?? '') || schemas === 'one'
}

/** The keywords of a schema, with those that are among its `properties` by mistake. */
export function withMisplaced(
  keywords: readonly KeywordEntry[],
  dialect: Dialect,
): readonly KeywordEntry[] {
  const properties = keywords.find(([keyword]) => keyword === 'properties')?.[1]
  if (!isObject(properties?.value)) return keywords
  const members = (properties as Cursor).entries()
  if (dialect.booleanSchemas) for (const each of members) warnOfClosing(each)
  const misplaced = members.filter(([name, each]) => isMisplacedKeyword(name, each, dialect))
  return [...keywords, ...misplaced.filter((each) => counts(each, keywords, dialect))]
}

/** A member with the schema `false` may be meant, and hardly is. */
function warnOfClosing([name, member]: KeywordEntry): void {
  if (member.value !== false || !CLOSING.test(name)) return
  const message = `\`${name}: false\` among the properties forbids a member of that name, and closes nothing`
  member.warn(message, 'move it out of `properties`')
}

const CLOSING = /^(additional|unevaluated)Properties$/

/** Reports a misplaced keyword; true if the object has no other value for it. */
function counts(
  [name, cursor]: KeywordEntry,
  keywords: readonly KeywordEntry[],
  dialect: Dialect,
): boolean {
  // The names in several lists are all required: `required-members.ts` reads them.
  if (name === 'required' && namesIn(cursor.value).length > 0) return false
  const what = `\`${name}\` is a member of the schema, and no schema itself`
  const advice = 'move it out of `properties`'
  if (name === 'required' && cursor.value === true) {
    cursor.wrong(`${what}; nobody knows what is required`, 'write the names of members in a list')
    return false
  }
  const own = keywords.find(([keyword]) => keyword === name)?.[1]
  const isHarmless = !RESTRICTING_KEYWORDS.has(name) && !dialect.flags.has(name)
  if (isHarmless || (own !== undefined && equalTo(cursor.value, own.value))) {
    cursor.warn(`${what}; it is ignored`, advice)
    return false
  }
  if (own !== undefined) cursor.wrong(`${what}, and its object has another one`, advice)
  else cursor.warn(`${what}; taken for \`${name}\` of its object`, advice)
  return own === undefined
}
