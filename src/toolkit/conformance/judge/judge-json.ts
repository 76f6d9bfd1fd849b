import type { Finding } from './finding.js'
import { readJson } from './json-body.js'
import type { JudgedValue } from './judge-content.js'
import { judgeValue } from './judge-value.js'

/** Rules about a JSON body: its encoding, its syntax and its schema. */
export function judgeJson(body: JudgedValue): Finding[] {
  const { exchange, media, bytes, pointer, parameters } = body
  if (exchange.response.isPartial) return []
  const { charset } = parameters
  const read = readJson(bytes)
  const wrong = (received: string): Finding[] => [
    { check: 'body-json', pointer, expected: media.mediaType, received },
  ]
  if ('reason' in read) return wrong(read.reason)
  if (!isUnicode(charset)) return wrong(`the charset ${charset}`)
  const found = [
    ...judgeValue(exchange.contract, media.schema, read.value, exchange),
    ...judgeProblem(body, read.value),
  ]
  // An error whose schema is open may say more of itself (RFC 9457, section 3.2).
  const isError = exchange.response.status >= 400
  return isError ? found.filter(({ check }) => check !== 'member-documented') : found
}

/** RFC 9457, section 3.1.2: the member `status` of a problem is the status of its response. */
function judgeProblem({ exchange, contentType, pointer }: JudgedValue, value: unknown): Finding[] {
  const { status } = exchange.response
  const told = Object(value).status
  const isProblem = /^application\/problem\+json\b/i.test(contentType)
  if (!isProblem || typeof told !== 'number' || told === status) return []
  const expected = `the status of the response in the problem: ${status}`
  return [{ check: 'problem-status', pointer, expected, received: String(told) }]
}

/** RFC 8259, section 8.1: JSON is UTF-8; the parameter has no meaning, but may not say otherwise. */
function isUnicode(charset: string | undefined): boolean {
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}
