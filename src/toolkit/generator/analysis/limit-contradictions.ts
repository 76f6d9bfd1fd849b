import { INT32_MAX, INT32_MIN } from '../../openapi/json.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import type { Contradiction } from './contradictions.js'

interface Limit {
  readonly keyword: string
  readonly value: number | bigint
  /** The first value that it allows; of a limit of fractions that excludes itself, the limit. */
  readonly first: number | bigint
  readonly isOpen: boolean
}

/** Why no number is within all limits: two of them leave nothing. */
export function numberContradiction(parts: readonly SchemaObject[]): Contradiction {
  const isWhole = parts.some(isInteger)
  const lows = parts.flatMap((part) => limitsOf(part, LOWER, isWhole))
  const highs = parts.flatMap((part) => limitsOf(part, UPPER, isWhole))
  for (const low of lows) {
    for (const high of highs) {
      const isEmpty = low.isOpen || high.isOpen ? low.first >= high.first : low.first > high.first
      if (isEmpty)
        return `${told(low)} and ${told(high)} leave no ${isWhole ? 'integer' : 'number'}`
    }
  }
  return undefined
}

function told({ keyword, value }: Limit): string {
  return `\`${keyword}\` ${value}`
}

function isInteger({ type = [] }: SchemaObject): boolean {
  const types = [type].flat()
  return types.includes('integer') && !types.includes('number')
}

const LOWER = ['minimum', 'exclusiveMinimum'] as const
const UPPER = ['maximum', 'exclusiveMaximum'] as const

function limitsOf(
  schema: SchemaObject,
  keywords: typeof LOWER | typeof UPPER,
  isWhole: boolean,
): Limit[] {
  const isLow = keywords === LOWER
  const isInt32 = schema.format === 'int32' && isInteger(schema)
  const int32 = isInt32 ? (isLow ? INT32_MIN : INT32_MAX) : undefined
  const given = [
    { keyword: 'format: int32', value: int32, isOpen: false },
    ...keywords.map((keyword, at) => {
      return { keyword, value: schema[keyword], isOpen: at === 1 }
    }),
  ]
  return given.flatMap(({ value, ...limit }): Limit[] => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return []
    if (!isWhole) return [{ ...limit, value, first: value }]
    const first = wholeFrom(value, limit.isOpen, isLow ? 1 : -1)
    return [{ ...limit, value, first, isOpen: false }]
  })
}

/** The first integer that a limit allows, upwards (1) or downwards (-1). */
function wholeFrom(value: number | bigint, isOpen: boolean, step: 1 | -1): number | bigint {
  if (typeof value === 'bigint') return isOpen ? value + BigInt(step) : value
  const first = step === 1 ? Math.ceil(value) : Math.floor(value)
  return isOpen && first === value ? first + step : first
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
