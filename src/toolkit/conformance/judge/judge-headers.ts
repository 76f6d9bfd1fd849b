import { append } from '../../openapi/json-pointer.js'
import { LIST_DELIMITERS, type ParameterStyle } from '../../openapi/parameter.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { parseNumber } from '../../runtime/json/exact-number.js'
import type { ValidationError } from '../../validation/validator.js'
import type { Header, Response, TestedContract } from '../document/contract.js'
import { namedTypes } from '../document/members.js'
import type { CheckName } from './checks.js'
import type { Finding } from './finding.js'
import { readJson } from './json-body.js'
import type { JudgedExchange } from './judge-response.js'

export function judgeHeaders(exchange: JudgedExchange, documented: Response): Finding[] {
  return documented.headers.flatMap((header) => judgeHeader(exchange, documented, header))
}

function judgeHeader(
  { contract, response }: JudgedExchange,
  { pointer: owner }: Response,
  header: Header,
): Finding[] {
  const { name, required, schema } = header
  const finding = (check: CheckName, expected: string, received: string): Finding[] => [
    { check, pointer: append(owner, 'headers', name), expected, received },
  ]
  const lines = response.headers.filter(([each]) => each.toLowerCase() === name.toLowerCase())
  if (lines.length === 0) {
    if (!required) return []
    return finding('header-present', name, `no ${name}`)
  }
  const texts = lines.map(([, text]) => text)
  // Each cookie has a line of its own (RFC 9110, section 5.3); lines of others are one list.
  const isCookie = name.toLowerCase() === 'set-cookie'
  const text = isCookie ? (texts[0] as string) : texts.join(', ')
  const values = header.json ? jsonReadings(text) : readings(contract, header, text)
  const all = isCookie ? [...values, texts] : values
  if (all.some((value) => !contract.verdicts.refuses(schema, value))) return []
  const [violation] = contract.verdicts.violations(schema, all[0])
  const { instancePath, message } = violation as ValidationError
  const expected = `${name}${instancePath} ${message}`
  return finding('header-valid', expected, `${name}: ${text}`)
}

function jsonReadings(text: string): unknown[] {
  const read = readJson(Buffer.from(text, 'latin1'))
  return ['value' in read ? read.value : text]
}

/** The values that a header's text may stand for (3.1, section 4.8.12.3, `simple`). */
function readings(contract: TestedContract, header: Header, text: string): unknown[] {
  const { schema, explode, styles = [] } = header
  const types = namedTypes(contract, schema)
  const items = text.split(',').map((each) => each.trim())
  const found: unknown[] = []
  if (types.has('array')) {
    found.push(listIn(contract, schema, text, styles), ...(text.trim() === '' ? [[]] : []))
  }
  if (types.has('object')) found.push(objectOf(contract, schema, items, explode))
  return [...found, ...readingsOf(contract, schema, text)]
}

/** A list, and lists in it that have a style of their own (2.0, `collectionFormat`). */
function listIn(
  contract: TestedContract,
  schema: Schema,
  text: string,
  [style, ...within]: readonly ParameterStyle[],
): unknown[] {
  const inside = conjunctsOf(schema, contract.target).find(({ items }) => items !== undefined)
  const items = inside?.items ?? true
  const isList = within.length > 0 && namedTypes(contract, items).has('array')
  return text
    .split((style && LIST_DELIMITERS[style]) ?? ',')
    .map((each) => each.trim())
    .map((each) =>
      isList ? listIn(contract, items, each, within) : readingsOf(contract, items, each)[0],
    )
}

/** The scalars that a text may stand for by the types of a schema; the text itself is the last. */
export function readingsOf(contract: TestedContract, schema: Schema, text: string): unknown[] {
  const types = namedTypes(contract, schema)
  const number =
    types.has('integer') || types.has('number') || types.size === 0 ? parseNumber(text) : undefined
  const hasBoolean = types.has('boolean') || types.size === 0
  return [
    ...(number === undefined ? [] : [number]),
    ...(hasBoolean && /^(true|false)$/.test(text) ? [text === 'true'] : []),
    ...(types.has('null') && (text === '' || text === 'null') ? [null] : []),
    text,
  ]
}

function objectOf(
  contract: TestedContract,
  schema: Schema,
  items: readonly string[],
  explode: boolean,
): Record<string, unknown> {
  const pairs = explode
    ? items.map((each) => [each.replace(/=.*/s, ''), each.slice(each.indexOf('=') + 1)] as const)
    : items.flatMap((name, at) => (at % 2 === 0 ? [[name, items[at + 1] ?? ''] as const] : []))
  const properties = conjunctsOf(schema, contract.target).map((each) => each.properties ?? {})
  return Object.fromEntries(
    pairs.map(([name, text]) => {
      const inside = properties.find((each) => Object.hasOwn(each, name))?.[name] ?? true
      return [name, readingsOf(contract, inside, text)[0]]
    }),
  )
}
