import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { COUNT, type Shape, TYPE } from './keywords.js'
import { repair } from './repairs.js'
import { isPattern } from './schema-parts.js'
import { shown } from './shown.js'
import { typeGiven } from './type-names.js'

/** The value of a keyword that holds no schema; `undefined` where it says nothing. */
export function readValue(keyword: string, place: Cursor, shape: Shape): unknown {
  const { value } = place
  if (!shape.test(value)) return repaired(keyword, place, shape)
  // Nothing is so long that rounding it would make a difference.
  if (shape === COUNT) return Number(value)
  return keyword === 'pattern' && !isPattern(place, value) ? undefined : value
}

function repaired(keyword: string, place: Cursor, shape: Shape): unknown {
  const { value, report } = place
  const found = repair(keyword, shape, value)
  if (found === undefined) {
    report.wrong(place, `\`${keyword}\` is not ${shape.is}`, 'correct the schema')
    return undefined
  }
  if (keyword === 'enum' && found.value === undefined) {
    const message = '`enum` is empty, which would allow no value, and is ignored'
    report.warn(place, message, 'list the values, or leave it out')
    return undefined
  }
  const reading = found.value === undefined ? 'ignored' : `taken for ${shown(found.value)}`
  report.warn(place, `\`${keyword}\` is not ${shape.is}; ${reading}`, 'correct the schema')
  return found.value
}

/** The `type` of a schema, with a format where its name implies one; `extra`: types of a dialect. */
export function readType(
  place: Cursor,
  { value: schema }: Cursor,
  extra: ReadonlySet<string>,
): Pick<SchemaObject, 'type' | 'format'> {
  const { value, report } = place
  const isEmptyList = Array.isArray(value) && value.length === 0
  const isExtra = typeof value === 'string' && extra.has(value)
  if (isExtra || (TYPE.test(value) && !isEmptyList)) {
    return { type: value as string | string[] }
  }
  const given = typeGiven(value)
  const what = `\`type\` is not ${TYPE.is}`
  if (given === undefined) {
    report.wrong(place, what, 'correct the schema')
    return {}
  }
  const { type, format } = given
  const names = [type ?? 'any type'].flat().join(', ')
  report.warn(place, `${what}; ${shown(value)} is taken for ${names}`, 'correct the schema')
  const hasFormat = (schema as SchemaObject).format !== undefined
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && !hasFormat && { format }),
  }
}
