import { setOwn } from '../../openapi/json.js'
import { parseJson } from '../../runtime/json/parse.js'
import { stringify } from '../../runtime/json/stringify.js'
import { ANYWHERE } from '../../validation/conversions/conversions.js'

/** A JSON number as it is written: `1.0`, `1e400`, or an integer that no number holds. */
export class NumberToken {
  readonly text: string

  constructor(text: string | bigint) {
    this.text = String(text)
  }
}

/** A value as JSON text, with its tokens as they are. @throws {TypeError} for a text that UTF-8 cannot hold. */
export function jsonText(value: unknown): string {
  return written(value, stringify)
}

/** The same for any text, which has its lone surrogates escaped. */
export function looseJsonText(value: unknown): string {
  return written(value, (each) =>
    typeof each === 'bigint' ? String(each) : String(JSON.stringify(each)),
  )
}

function written(value: unknown, scalar: (value: unknown) => string): string {
  if (value instanceof NumberToken) return value.text
  if (Array.isArray(value)) return `[${value.map((each) => written(each, scalar)).join(',')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${scalar(name)}:${written(each, scalar)}`,
  )
  return `{${members.join(',')}}`
}

/** The value that a reader without loss makes of a value with tokens. */
export function readBack(value: unknown): unknown {
  return parseJson(Buffer.from(jsonText(value)), ANYWHERE)
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/

/** The value with integers or texts in place of tokens, for places that are texts, or hold JSON in one. */
export function withoutTokens(value: unknown): unknown {
  if (value instanceof NumberToken)
    return INTEGER.test(value.text) ? BigInt(value.text) : value.text
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) setOwn(copy, name, withoutTokens(each))
  return copy
}
