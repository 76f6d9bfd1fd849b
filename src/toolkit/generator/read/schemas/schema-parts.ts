import { isObject } from '../../../openapi/json.js'
import { segments } from '../../../openapi/json-pointer.js'
import { isInt64Schema } from '../../../openapi/schema/int64.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { patternFlags } from '../../../regex/flags.js'
import type { Cursor } from '../document/cursor.js'
import { DROPPED, shapeOf, UNSUPPORTED } from './keywords.js'
import { foreignPart } from './patterns.js'
import { shown } from './shown.js'
import { typeNamed } from './type-names.js'

/** The reference of a schema that is nothing else. */
export function onlyReference(cursor: Cursor): Cursor | undefined {
  const reference = cursor.get('$ref')
  return typeof reference?.value === 'string' && Object.keys(cursor.value as object).length === 1
    ? reference
    : undefined
}

/** What the generator does not carry is named; what nobody knows is ignored, aloud. */
export function reportKeyword(keyword: string, value: Cursor): void {
  if (DROPPED.has(keyword)) return
  if (UNSUPPORTED.has(keyword)) {
    value.report.unsupported(
      value,
      keyword,
      `schema keyword \`${keyword}\``,
      'leave the keyword out',
    )
  } else {
    const message = `schema keyword \`${keyword}\` is unknown and ignored`
    const advice =
      keyword === 'nullable'
        ? 'add "null" to `type`, as OpenAPI 3.1 has it'
        : 'correct it, leave it out, or start it with x-'
    value.report.warn(value, message, advice, { once: true })
  }
}

/**
 * JSON Schema's patterns are ECMA-262 regular expressions with the `u` flag (2020-12, section 6.4);
 * many that are written compile only without it.
 */
export function isPattern(place: Cursor, pattern: unknown): boolean {
  const flags = patternFlags(String(pattern))
  const foreign = foreignPart(String(pattern), flags)
  if (foreign !== undefined) {
    const message = `${foreign} in the pattern ${shown(pattern)} is of another language, and is a text in ECMA-262`
    place.report.warn(place, message, 'write it as in JavaScript, without slashes around it')
  }
  if (flags !== undefined) return true
  const message = `the pattern ${shown(pattern)} is no regular expression of ECMA-262 and is ignored`
  place.report.warn(place, message, 'correct the pattern')
  return false
}

/** What an object without a schema, or a property of draft 3, leaves behind. */
export function isEmptyWord(keyword: string, place: Cursor): boolean {
  const { value, report } = place
  if (keyword === 'required' && typeof value === 'boolean') {
    const advice = 'name the member in the `required` of its object'
    report.warn(place, '`required` is no list of names and ignored', advice)
    return true
  }
  if (value !== null || keyword === 'const' || keyword === 'default') return false
  if (DROPPED.has(keyword)) return true
  report.warn(place, `\`${keyword}\` is empty and ignored`, 'give it a value or leave it out')
  return true
}

/** A name for what is no component: the end of its pointer, or the name of its file. */
export function nameOf({ pointer, source }: Cursor): string {
  const path = segments(pointer) as string[]
  if (path.length === 0) return source.name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
  const isComponent = path.length === 2 || (path.length === 3 && path[0] === 'components')
  return isComponent ? (path.at(-1) as string) : path.slice(-2).join('-')
}

/**
 * The values of a schema without `format: int64` as the numbers that they are read as: none is equal
 * to an integer that none can hold.
 */
export function withinNumbers(place: Cursor, schema: SchemaObject): SchemaObject {
  const { enum: values, const: value } = schema
  const isBeyond = (each: unknown) => typeof each === 'bigint'
  const all = [...(Array.isArray(values) ? values : []), value]
  if (isInt64Schema(schema) || !all.some(isBeyond)) return schema
  if (all.some((each) => isBeyond(each) && BigInt(Number(each)) !== each)) {
    const what = 'value beyond 2^53 that is no int64'
    place.report.unsupported(place, undefined, what, 'add `type: integer` and `format: int64`')
  }
  const number = (each: unknown) => (isBeyond(each) ? Number(each) : each)
  return {
    ...schema,
    ...(Array.isArray(values) && { enum: values.map(number) }),
    ...('const' in schema && { const: number(value) }),
  }
}

/** A schema of which only the name was written. */
function reportEmpty(place: Cursor): Schema {
  place.report.warn(place, 'the schema is empty: any value is accepted here', 'write a schema')
  return true
}

/** What stands where a schema should and is no object: PHP writes `{}` as `[]`, and some write only the type. */
export function loosely(place: Cursor): Schema | undefined {
  const { value, report } = place
  if (typeof value === 'boolean') return value
  // A file without a word in it has no value at all.
  if (value === null || value === undefined) return reportEmpty(place)
  const isEmpty = Array.isArray(value) && value.length === 0
  const given = isEmpty ? true : typeof value === 'string' ? schemaNamed(value) : undefined
  if (given === undefined) return undefined
  const message = `expected a schema, found ${shown(value)}; taken for ${shown(given)}`
  report.warn(place, message, 'write a schema')
  return given
}

function schemaNamed(text: string): Schema | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return text === '' ? undefined : typeNamed(text)
}

/** What stands among the members by an indentation too many. */
export function isStray(name: string, { value, report, ...place }: Cursor): boolean {
  if (value === null || typeof value === 'boolean' || isObject(value)) return false
  if (shapeOf(name) === undefined && !DROPPED.has(name)) return false
  const message = `\`${name}\` stands among the members, is no schema, and is ignored`
  report.warn(place, message, 'move it out of `properties`')
  return true
}
