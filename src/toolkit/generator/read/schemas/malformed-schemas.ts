import type { Schema } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { DROPPED } from './keyword-types.js'
import { typeFromName } from './type-keyword.js'

/** True for a keyword without a value, and for `required` of a property in draft 3. */
export function isEmptyKeyword(keyword: string, cursor: Cursor, isNullType: boolean): boolean {
  const { value } = cursor
  if (isNullType && keyword === 'type') return false
  if (keyword === 'required' && typeof value === 'boolean') {
    const advice = 'name the member in the `required` of its object'
    const isRead = value && /\/properties\/[^/]+\/required$/.test(cursor.pointer)
    const isTold = cursor.report.has(cursor)
    if (!isRead && !isTold) cursor.warn('`required` is no list of names and ignored', advice)
    return true
  }
  if (value !== null || keyword === 'const' || keyword === 'default') return false
  // An empty reference is an error of its own.
  if (!DROPPED.has(keyword) && keyword !== '$ref') {
    cursor.warn(`\`${keyword}\` is empty and ignored`, 'give it a value or leave it out')
  }
  return true
}

/**
 * The schema that another value than an object means: PHP writes `{}` as `[]`, and some documents have
 * the type only. An empty file has the value `undefined`.
 */
export function readNonObject(
  cursor: Cursor,
  components: ReadonlyMap<string, Cursor>,
): Schema | undefined {
  const { value } = cursor
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) {
    cursor.warn('the schema is empty: any value is accepted here', 'write a schema')
    return true
  }
  const isEmpty = Array.isArray(value) && value.length === 0
  const schema = isEmpty ? true : typeof value === 'string' ? schemaFromName(value) : undefined
  if (schema !== undefined) {
    const message = `expected a schema, found ${excerpt(value)}; taken for ${excerpt(schema)}`
    cursor.warn(message, 'write a schema')
  } else if (typeof value === 'string') {
    const name = components.get(value)?.fullPointer ?? value
    const word = /^(yes|on)$/i.test(value)
      ? 'true'
      : /^(no|off)$/i.test(value)
        ? 'false'
        : undefined
    const written = word ? `write ${word}` : 'write a schema'
    const advice = name.includes('#/') ? `write \`$ref: '${name}'\` in it` : written
    cursor.wrong(`expected a schema, found ${excerpt(value)}`, advice)
    return true
  }
  return schema
}

function schemaFromName(name: string): Schema | undefined {
  if (name === 'true' || name === 'false') return name === 'true'
  return name === '' ? undefined : typeFromName(name)
}

const MAX_LENGTH = 80

/** Start of a value as JSON, for a message; integers are exact. */
export function excerpt(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  const text = JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each))
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`
}
