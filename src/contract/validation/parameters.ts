import type { ParameterContract, ParameterGroup } from '../contract.js'
import { parseNumber } from '../json/exact-number.js'
import { isInt64 } from '../json/int64.js'

type Values = Readonly<Record<string, unknown>>
type Split = (list: string) => string[]

/**
 * The documented parameters of a path or a query by name, their text made what their schema asks for.
 * Text that cannot become it stays text, and the validator refuses it.
 */
export function coerceParameters(group: ParameterGroup, values: Values): Record<string, unknown> {
  return coerceAll(group, values, (list) => list.split(','))
}

/** The same for headers; space around the items of a list says nothing (RFC 9110, section 5.6.1). */
export function coerceHeaders(group: ParameterGroup, headers: Values): Record<string, unknown> {
  return coerceAll(group, headers, (list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

function coerceAll(
  { parameters }: ParameterGroup,
  values: Values,
  split: Split,
): Record<string, unknown> {
  const coerced = parameters.flatMap((parameter) => {
    const { key = parameter.name } = parameter
    const given = Object.hasOwn(values, key) ? values[key] : undefined
    const value = given === undefined ? parameter.default : given
    return value === undefined ? [] : [[parameter.name, coerce(parameter, value, split)] as const]
  })
  return Object.fromEntries(coerced)
}

function coerce({ array, type }: ParameterContract, given: unknown, split: Split): unknown {
  if (array === undefined) return coerceOne(type, given)
  const list = array === 'list' && typeof given === 'string' ? split(given) : [given].flat()
  return list.map((item) => coerceOne(type, item))
}

/** A default of the document is what it should be already, an int64 excepted. */
function coerceOne(type: ParameterContract['type'], given: unknown): unknown {
  if (type === 'int64') return toInt64(given) ?? given
  if (type === 'string' || typeof given !== 'string') return given
  if (type === 'boolean') return given === 'true' ? true : given === 'false' ? false : given
  return parseNumber(given) === undefined ? given : Number(given)
}

function toInt64(given: unknown): bigint | undefined {
  const number = typeof given === 'string' ? parseNumber(given) : given
  return isInt64(number) ? BigInt(number) : undefined
}
