import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './excerpt.js'
import { repair } from './keyword-repairs.js'
import { COUNT, type KeywordType, TYPE } from './keyword-types.js'
import { checkPattern } from './malformed-schemas.js'
import { typeFromValue } from './type-names.js'

/** The value of a keyword that holds no schema; `undefined` where it says nothing. */
export function readValue(keyword: string, cursor: Cursor, shape: KeywordType): unknown {
  const { value } = cursor
  if (!shape.test(value)) return repaired(keyword, cursor, shape)
  // Nothing is so long that rounding it would make a difference.
  if (shape === COUNT) return Number(value)
  return keyword === 'pattern' && !checkPattern(cursor, value) ? undefined : value
}

function repaired(keyword: string, cursor: Cursor, shape: KeywordType): unknown {
  const { value, report } = cursor
  const found = repair(keyword, shape, value)
  if (found === undefined) {
    report.wrong(cursor, `\`${keyword}\` is not ${shape.is}`, 'correct the schema')
    return undefined
  }
  if (keyword === 'enum' && found.value === undefined) {
    const message = '`enum` is empty, which would allow no value, and is ignored'
    report.warn(cursor, message, 'list the values, or leave it out')
    return undefined
  }
  const reading = found.value === undefined ? 'ignored' : `taken for ${excerpt(found.value)}`
  report.warn(cursor, `\`${keyword}\` is not ${shape.is}; ${reading}`, 'correct the schema')
  return found.value
}

/** The `type` of a schema, with a format where its name implies one; `extra`: types of a dialect. */
export function readType(
  cursor: Cursor,
  { value: schema }: Cursor,
  extra: ReadonlySet<string>,
): Pick<SchemaObject, 'type' | 'format'> {
  const { value, report } = cursor
  const isEmptyList = Array.isArray(value) && value.length === 0
  const isExtra = typeof value === 'string' && extra.has(value)
  if (isExtra || (TYPE.test(value) && !isEmptyList)) {
    return { type: value as string | string[] }
  }
  const given = typeFromValue(value)
  const what = `\`type\` is not ${TYPE.is}`
  if (given === undefined) {
    report.wrong(cursor, what, 'correct the schema')
    return {}
  }
  const { type, format } = given
  const names = [type ?? 'any type'].flat().join(', ')
  report.warn(cursor, `${what}; ${excerpt(value)} is taken for ${names}`, 'correct the schema')
  const hasFormat = (schema as SchemaObject).format !== undefined
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && !hasFormat && { format }),
  }
}
