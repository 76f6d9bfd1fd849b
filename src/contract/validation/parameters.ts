import type { ParameterContract, ParameterGroup, ScalarType } from '../contract.js'
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

/** What is no text is a default of the document, and what it should be already. */
function coerceOne(types: ParameterContract['type'], given: unknown): unknown {
  if (typeof given !== 'string') return given
  for (const type of [types].flat()) {
    const value = COERCE[type](given)
    if (value !== undefined) return value
  }
  return given
}

const COERCE: Readonly<Record<ScalarType, (text: string) => unknown>> = {
  string: (text) => text,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  int64: toInt64,
  integer: (text) => (Number.isInteger(toNumber(text)) ? toNumber(text) : undefined),
  number: toNumber,
}

function toNumber(text: string): number | undefined {
  return parseNumber(text) === undefined ? undefined : Number(text)
}

function toInt64(text: string): bigint | undefined {
  const number = parseNumber(text)
  return isInt64(number) ? BigInt(number) : undefined
}
