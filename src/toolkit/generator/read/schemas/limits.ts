import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../../../openapi/integers.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { shown } from './shown.js'

const LIMITS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Tells where a least is above a most: nothing keeps such a schema, which nobody means. */
export function reportLimits(place: Cursor, schema: SchemaObject): void {
  for (const [low, high] of LIMITS) {
    const [least, most] = [schema[low], schema[high]]
    if (least === undefined || most === undefined || !isAbove(least, most)) continue
    const message = `\`${low}\` ${least} is above \`${high}\` ${most}, which no value can be`
    place.report.warn(place, message, 'correct one of them')
  }
}

/** The least and the most of the integer formats. */
const RANGES: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [BigInt(INT32_MIN), BigInt(INT32_MAX)],
  int64: [INT64_MIN, INT64_MAX],
}

/** Tells a value that an `enum` lists and a limit beside it refuses: no value can be it. */
export function reportBeyond(place: Cursor, schema: SchemaObject): void {
  if (!Array.isArray(schema.enum)) return
  for (const value of schema.enum) {
    const limit = limitBroken(value, schema)
    if (limit === undefined) continue
    const message = `\`enum\` lists ${shown(value)}, which \`${limit}\` refuses`
    place.report.warn(place, message, 'correct one of them')
    return
  }
}

/** The limit that a number or a text is beyond, as it stands in the schema. */
function limitBroken(value: unknown, schema: SchemaObject): string | undefined {
  const { format = '', type } = schema
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (!isNumber && typeof value !== 'string') return undefined
  const [least, most] = (isNumber && [type].flat().includes('integer') && RANGES[format]) || []
  if (least !== undefined && (isAbove(least, value) || isAbove(value, most)))
    return `format: ${format}`
  const size = isNumber ? value : [...value].length
  const [low, high] = isNumber ? (['minimum', 'maximum'] as const) : LENGTHS
  if (schema[low] !== undefined && isAbove(schema[low], size)) return `${low}: ${schema[low]}`
  if (schema[high] !== undefined && isAbove(size, schema[high])) return `${high}: ${schema[high]}`
  return undefined
}
const LENGTHS = ['minLength', 'maxLength'] as const

function isAbove(least: unknown, most: unknown): boolean {
  return (least as number) > (most as number)
}
