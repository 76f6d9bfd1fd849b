import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../../../openapi/json.js'
import { KEYWORDS } from '../../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { riskOf } from '../../../regex/risk/risk.js'
import { flagsOf } from '../../../regex/syntax.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './malformed-schemas.js'

/** Each lower limit with the upper one, and the JSON type that they are about. */
const LIMITS = [...KEYWORDS].flatMap(([low, { upper, about }]) =>
  upper === undefined ? [] : [{ low, high: upper, about }],
)

/** Reports a lower limit above the upper one: no value satisfies both. */
export function reportLimits(cursor: Cursor, schema: SchemaObject): void {
  for (const { low, high } of LIMITS) {
    const [least, most] = [schema[low], schema[high]]
    if (least === undefined || most === undefined || !isAbove(least, most)) continue
    const message = `\`${low}\` ${least} is above \`${high}\` ${most}, which no value can be`
    cursor.warn(message, 'correct one of them')
  }
}

const RANGES: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [BigInt(INT32_MIN), BigInt(INT32_MAX)],
  int64: [INT64_MIN, INT64_MAX],
}

export function reportBeyond(cursor: Cursor, schema: SchemaObject): void {
  if (!Array.isArray(schema.enum)) return
  for (const value of schema.enum) {
    const limit = limitBroken(value, schema)
    if (limit === undefined) continue
    const message = `\`enum\` lists ${excerpt(value)}, which \`${limit}\` refuses`
    cursor.warn(message, 'correct one of them')
    return
  }
}

function limitBroken(value: unknown, schema: SchemaObject): string | undefined {
  const { format = '', type, pattern } = schema
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (!isNumber && typeof value !== 'string') return undefined
  const [least, most] = (isNumber && [type].flat().includes('integer') && RANGES[format]) || []
  if (least !== undefined && (isAbove(least, value) || isAbove(value, most)))
    return `format: ${format}`
  const size = isNumber ? value : [...value].length
  for (const { low, high, about } of LIMITS) {
    if (about !== (isNumber ? 'number' : 'string')) continue
    if (schema[low] !== undefined && isAbove(schema[low], size)) return `${low}: ${schema[low]}`
    if (schema[high] !== undefined && isAbove(size, schema[high])) return `${high}: ${schema[high]}`
  }
  const isRefused = !isNumber && pattern !== undefined && !isMatch(pattern, value)
  return isRefused ? `pattern: ${pattern}` : undefined
}

/** True also for a text that the pattern takes too long for. */
function isMatch(pattern: string, text: string): boolean {
  const { short } = riskOf(pattern) ?? { short: Infinity }
  return text.length > short || new RegExp(pattern, flagsOf(pattern)).test(text)
}

function isAbove(least: unknown, most: unknown): boolean {
  return (least as number) > (most as number)
}
