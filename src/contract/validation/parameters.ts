import type { ParameterContract, ParameterGroup } from '../contract.js'
import { INT64_MAX, INT64_MIN } from '../json/int64.js'
import { parseNumber } from '../json/parse.js'

/**
 * The documented parameters of one place, by name, their text made what their schema asks for. Text
 * that cannot become it stays text, and the validator refuses it.
 */
export function coerceParameters(
  group: ParameterGroup,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const coerced: Record<string, unknown> = {}
  for (const parameter of group.parameters) {
    const given = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined
    const value = given === undefined ? parameter.default : coerce(parameter, given)
    if (value !== undefined) coerced[parameter.name] = value
  }
  return coerced
}

function coerce({ array, type }: ParameterContract, given: unknown): unknown {
  if (array === undefined) return coerceText(type, given)
  return items(array, given).map((item) => coerceText(type, item))
}

function items(array: 'repeated' | 'list', given: unknown): unknown[] {
  if (Array.isArray(given)) return given
  return array === 'list' && typeof given === 'string' ? given.split(',') : [given]
}

function coerceText(type: ParameterContract['type'], text: unknown): unknown {
  if (typeof text !== 'string' || type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const number = parseNumber(text)
  if (type === 'int64') return toInt64(number) ?? text
  return typeof number === 'object'
    ? text
    : typeof number === 'bigint'
      ? Number(number)
      : (number ?? text)
}

function toInt64(number: unknown): bigint | undefined {
  if (typeof number !== 'bigint' && !Number.isInteger(number)) return undefined
  const integer = BigInt(number as number | bigint)
  return integer >= INT64_MIN && integer <= INT64_MAX ? integer : undefined
}
