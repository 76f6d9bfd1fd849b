import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isOfMessage } from '../../openapi/message-headers.js'
import { accepts } from '../../validation/validator.js'
import type { HeaderGroup } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { stringify } from '../json/stringify.js'
import { headerList } from '../parameters/delimiters.js'
import type { ChosenMedia } from './negotiation.js'
import { brokenSchema, type ResponseContext, report, ruleOf, texts } from './response-context.js'

/** A header field; with several lines it has several strings. */
export type HeaderField = readonly [name: string, text: string | string[]]

/** The header fields of a response: documented ones are validated like a body, others are sent. */
export function responseFields(
  context: ResponseContext,
  headers: object | undefined,
  group: HeaderGroup | undefined,
  media: ChosenMedia | undefined,
): readonly HeaderField[] {
  const fields = headers || group ? headerFields(context, headers, group) : []
  if (media === undefined) return fields
  const name = 'content-type'
  const { type, isNamed } = media
  // A media type that a handler has named may be no header.
  return [...fields, isNamed ? field(context, name, type, undefined) : [name, type]]
}

function headerFields(
  context: ResponseContext,
  headers: object | undefined,
  group: HeaderGroup | undefined,
): HeaderField[] {
  const given = pairsOf(headers ?? {}).filter(([, value]) => value !== undefined)
  const own = given.map(([name, value]) => [documented(name, group) ?? name, value] as const)
  const values = group?.conversions
    ? (texts(context, Object.fromEntries(own), group, 'headers') as object)
    : Object.fromEntries(own)
  check(context, values, group)
  return Object.entries(values)
    .filter(([name]) => group?.names.includes(name) || !isOfMessage(name))
    .map(([name, value]) => field(context, name, value, group))
}

/** A `Headers` or a `Map` has no members. */
function pairsOf(headers: object): readonly (readonly [string, unknown])[] {
  const isList = headers instanceof Headers || headers instanceof Map
  return isList ? [...headers] : Object.entries(headers)
}

/** The documented name of a header, regardless of case (RFC 9110, section 5.1). */
function documented(name: string, group: HeaderGroup | undefined): string | undefined {
  return group?.names.find((each) => each.toLowerCase() === name.toLowerCase())
}

function check(context: ResponseContext, headers: object, group: HeaderGroup | undefined): void {
  if (context.checks === 'off') return
  const unknown = Object.keys(headers).filter((name) => !group?.names.includes(name))
  for (const name of unknown.filter(isOfMessage)) {
    report(context, ruleOf(context, `headers/${name} is not a handler's to set`))
  }
  if (group === undefined || accepts(group.validate, headers)) return
  report(context, brokenSchema(context, 'headers', group.schema, headers))
}

function field(
  { operation }: ResponseContext,
  name: string,
  value: unknown,
  group: HeaderGroup | undefined,
): HeaderField {
  try {
    const text = writeHeader(name, value, group)
    validateHeaderName(name)
    for (const line of [text].flat()) validateHeaderValue(name, line)
    return [name, text]
  } catch (cause) {
    throw new ResponseError(operation, `returned a header that cannot be sent (${name})`, { cause })
  }
}

/**
 * Prints a header's value by `style: simple` (OpenAPI 3.1, section 4.8.12.2.3). `Set-Cookie`
 * becomes one field for each of its values (RFC 9110, section 5.3).
 *
 * @throws {TypeError} for values that would be read as others.
 */
export function writeHeader(
  name: string,
  value: unknown,
  { json = [], exploded = [], delimiters = {} }: Partial<HeaderGroup> = {},
): string | string[] {
  // JSON in a header is ASCII, other characters are escaped.
  if (json.includes(name)) return stringify(value).replace(/[\u007f-\uffff]/g, escaped)
  if (name.toLowerCase() === 'set-cookie' && Array.isArray(value)) return value.map(scalar)
  if (Array.isArray(value)) {
    return listOf(value, Object.hasOwn(delimiters, name) ? delimiters[name] : undefined)
  }
  // A date or a URL has no members.
  if (Object.prototype.toString.call(value) !== '[object Object]') return scalar(value)
  const isExploded = exploded.includes(name)
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined)
  return members
    .map(([key, member]) => `${item(key)}${isExploded ? '=' : ','}${item(member)}`)
    .join(',')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function scalar(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError('a header has no way to write this value')
  }
  return String(value)
}

/** A list, and the lists in it with the delimiters behind the first. */
function listOf(
  values: readonly unknown[],
  [between = ',', ...within]: readonly string[] = [],
): string {
  const one = (value: unknown) =>
    Array.isArray(value) && within.length > 0
      ? undivided(listOf(value, within), between)
      : item(value, between)
  return values.map(one).join(between)
}

function item(value: unknown, between = ','): string {
  return undivided(scalar(value), between)
}

/** A delimiter in an item would divide it, but for a comma in a quoted string that ends. */
function undivided(text: string, between: string): string {
  if (!text.includes(between)) return text
  if (between === ',' && headerList(`${text},a`).length === 2) return text
  const what = between === ',' ? 'a comma' : `the delimiter ${JSON.stringify(between)}`
  throw new TypeError(`an item of a list in a header has ${what}`)
}
