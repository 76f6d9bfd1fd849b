import { isObject } from '../../../openapi/json.js'
import { KEYWORDS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { equalTo } from '../../../validation/equality.js'
import { meantName } from '../../shared/spelling.js'
import type { Cursor } from './cursor.js'

/** Members whose loss changes nothing that a service does. */
const DESCRIPTIVE = new Set(
  'summary description externalDocs info tags example examples links'.split(' '),
)

/** Members that restrict what a service accepts; in another object than their own nothing does. */
export const RESTRICTING: ReadonlySet<string> = new Set(
  'content parameters requestBody required schema security'.split(' '),
)

/** The same, and the keywords of a schema, for objects that have one. */
export const RESTRICTING_VALUES: ReadonlySet<string> = new Set([
  ...RESTRICTING,
  ...RESTRICTING_KEYWORDS,
])

/**
 * Reports the unknown members of an object with fixed fields: one by which a restriction would be lost
 * is an error, by its meaning or as it is a misspelt field; any other is reported once by its name.
 */
export function reportUnknown(
  cursor: Cursor,
  known: ReadonlySet<string>,
  what: string,
  restricting: ReadonlySet<string> = NONE,
): void {
  if (!isObject(cursor.value)) return
  for (const [name, member] of cursor.members()) {
    if (known.has(name)) continue
    const meant = meantName(name, known)
    if (meant !== undefined && !DESCRIPTIVE.has(meant)) {
      const message = `${what} \`${name}\` is unknown, and what \`${meant}\` says would be lost`
      member.wrong(message, `write \`${meant}\`, leave it out, or start it with x-`)
    } else if (restricting.has(name) && restricts(cursor, name)) {
      const message = `${what} \`${name}\` is unknown, and what it says would be lost`
      member.wrong(message, 'write it where it belongs, or leave it out')
    } else {
      const advice = 'correct it, leave it out, or start it with x-'
      member.warn(`${what} \`${name}\` is unknown and ignored`, advice, { once: true })
    }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** True unless the value says nothing, or what the schema beside it says already. */
function restricts({ value }: Cursor, name: string): boolean {
  const { [name]: own, schema } = value as Record<string, unknown>
  const isSchema = KEYWORDS.get(name)?.schemas !== undefined
  if (own === null || (own === false && !isSchema)) return false
  if (typeof own === 'object' && Object.keys(own).length === 0) return false
  return !(isObject(schema) && Object.hasOwn(schema, name) && equalTo(own, schema[name]))
}
