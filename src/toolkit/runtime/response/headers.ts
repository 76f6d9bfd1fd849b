import { validateHeaderName, validateHeaderValue } from 'node:http'
import { accepts } from '../../validation/accepts.js'
import type { HeaderGroup } from '../contract/response-media.js'
import { writeHeader } from './header-text.js'
import { ResponseError } from './response-error.js'
import { refusalOf, report, ruleOf, type Sending } from './sending.js'

/** A header field; what has several lines has several texts. */
export type HeaderField = readonly [name: string, text: string | string[]]

/**
 * The header fields of a response, held against the document as a body is. A header that it does not
 * have breaks it too: clients would come to rely on what nobody has promised.
 */
export function headerFields(
  sending: Sending,
  status: number,
  headers: object | undefined,
  group: HeaderGroup | undefined,
): HeaderField[] {
  const given = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined)
  const named = given.map(([name, value]) => [documented(name, group) ?? name, value] as const)
  check(sending, status, Object.fromEntries(named), group)
  return named.map(([name, value]) => field(sending, name, value, group))
}

/** What says the media type of the body: the runtime's, whatever the handler returns. */
export function typeField(sending: Sending, type: string): HeaderField {
  return field(sending, 'content-type', type, undefined)
}

/** Names of headers are the same in any case (RFC 9110, section 5.1). */
function documented(name: string, group: HeaderGroup | undefined): string | undefined {
  return group?.names.find((each) => each.toLowerCase() === name.toLowerCase())
}

function check(
  sending: Sending,
  status: number,
  headers: object,
  group: HeaderGroup | undefined,
): void {
  if (sending.checks === 'off') return
  const unknown = Object.keys(headers).filter((name) => !group?.names.includes(name))
  for (const name of unknown) {
    report(sending, ruleOf(status, `headers/${name} is not documented`))
  }
  if (group === undefined || accepts(group.validate, headers)) return
  report(sending, refusalOf(sending, status, 'headers', group.schema, headers))
}

function field(
  { operation }: Sending,
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
    throw new ResponseError(operation, 'returned a header that cannot be sent', { cause })
  }
}
