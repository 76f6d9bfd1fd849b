import { INT32_MAX, INT32_MIN } from '../../openapi/json.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import type { Contradiction } from './contradictions.js'

interface Limit {
  readonly keyword: string
  readonly value: number | bigint
  /** True if the value itself is excluded. */
  readonly isOpen?: boolean
}

export function numberContradiction(parts: readonly SchemaObject[]): Contradiction {
  const isWhole = parts.some(isInteger)
  const low = strongest(parts.flatMap(lowerLimits), (a, b) => a > b)
  const high = strongest(parts.flatMap(upperLimits), (a, b) => a < b)
  if (low === undefined || high === undefined) return undefined
  const least = isWhole ? wholeFrom(low, 1) : low.value
  const most = isWhole ? wholeFrom(high, -1) : high.value
  const isOpen = !isWhole && (low.isOpen || high.isOpen)
  const isEmpty = isOpen ? least >= most : least > most
  if (isEmpty) return `${told(low)} and ${told(high)} leave no ${isWhole ? 'integer' : 'number'}`
  return parts.map((part) => betweenMultiples(part, least, most)).find((each) => each !== undefined)
}

function told({ keyword, value }: Limit): string {
  return `\`${keyword}\` ${value}`
}

function isInteger({ type = [] }: SchemaObject): boolean {
  const types = [type].flat()
  return types.includes('integer') && !types.includes('number')
}

function lowerLimits(schema: SchemaObject): Limit[] {
  return limitsOf(schema, ['minimum', 'exclusiveMinimum'], INT32_MIN)
}

function upperLimits(schema: SchemaObject): Limit[] {
  return limitsOf(schema, ['maximum', 'exclusiveMaximum'], INT32_MAX)
}

function limitsOf(
  schema: SchemaObject,
  [inclusive, exclusive]: readonly [inclusive: string, exclusive: string],
  int32: number,
): Limit[] {
  const isInt32 = schema.format === 'int32' && isInteger(schema)
  return [
    ...(isInt32 ? [{ keyword: 'format: int32', value: int32 }] : []),
    { keyword: inclusive, value: schema[inclusive] },
    { keyword: exclusive, value: schema[exclusive], isOpen: true },
  ].filter((limit): limit is Limit => ['number', 'bigint'].includes(typeof limit.value))
}

function strongest(
  limits: readonly Limit[],
  isStronger: (a: Limit['value'], b: Limit['value']) => boolean,
): Limit | undefined {
  const [first, ...others] = limits
  if (first === undefined) return undefined
  return others.reduce((best, each) => {
    const isSame = each.value >= best.value && each.value <= best.value
    return isStronger(each.value, best.value) || (isSame && each.isOpen) ? each : best
  }, first)
}

/** The first integer that a limit allows, upwards (1) or downwards (-1). */
function wholeFrom({ value, isOpen }: Limit, step: 1 | -1): number | bigint {
  if (typeof value === 'bigint') return isOpen ? value + BigInt(step) : value
  const first = step === 1 ? Math.ceil(value) : Math.floor(value)
  return isOpen && first === value ? first + step : first
}

function betweenMultiples(
  { multipleOf: factor }: SchemaObject,
  least: number | bigint,
  most: number | bigint,
): Contradiction {
  // Fractions are not exact, and no rule is worth a wrong warning.
  if (![factor, least, most].every(Number.isSafeInteger)) return undefined
  const [by, from, to] = [factor, least, most] as [number, number, number]
  if (Math.ceil(from / by) * by <= to) return undefined
  return `no multiple of ${by} is between ${from} and ${to}`
}

export function stringContradiction(parts: readonly SchemaObject[]): Contradiction {
  return rangeContradiction(
    Math.max(0, ...parts.map(({ minLength = 0 }) => Number(minLength))),
    Math.min(...parts.map(({ maxLength = Infinity }) => Number(maxLength))),
    'characters',
  )
}

/** Why nothing has a size in a range. */
export function rangeContradiction(least: number, most: number, what: string): Contradiction {
  return least > most ? `it wants at least ${least} ${what}, and at most ${most}` : undefined
}
