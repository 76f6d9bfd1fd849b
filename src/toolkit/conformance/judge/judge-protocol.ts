import { append } from '../../openapi/json-pointer.js'
import { WITHOUT_BODY } from '../../openapi/status.js'
import { documentedMethods } from '../document/routing.js'
import { headerOf } from '../exchange/request.js'
import type { CheckName } from './checks.js'
import type { Finding } from './finding.js'
import { judgeChallenge } from './judge-challenge.js'
import { judgeFieldSyntax } from './judge-field-syntax.js'
import type { ReceivedExchange } from './judge-response.js'

/** Rules of HTTP about a response, whatever the document says. */
export function judgeProtocol(exchange: ReceivedExchange): Finding[] {
  return [
    ...judgeChallenge(exchange),
    ...judgeAllow(exchange),
    ...judgeEmptyBody(exchange),
    ...judgeLength(exchange),
    ...judgeRequiredFields(exchange),
    ...judgeFieldSyntax(exchange),
  ]
}

/** 405 has Allow with the methods of the resource (RFC 9110, section 15.5.6). */
function judgeAllow({ contract, operation, path, response }: ReceivedExchange): Finding[] {
  // Some documents use it for invalid input.
  const isOwn = operation?.responses.some(({ status }) => status === '405') ?? false
  if (response.status !== 405 || isOwn) return []
  const pointer = operation === undefined ? '#/paths' : pathPointer(operation.pointer)
  const allow = headerOf(response, 'allow')
  if (allow === undefined) {
    const received = 'status 405 without Allow'
    return [{ check: 'allow', pointer, expected: 'Allow', received }]
  }
  const { own, all } = path === undefined ? NONE : documentedMethods(contract, path)
  if (own.length === 0) return []
  const allowed = new Set(allow.split(',').map((each) => each.trim()))
  const isKnown = (method: string) => ['', 'OPTIONS', 'HEAD', ...all].includes(method)
  // Some routers know the methods of one route alone, of several that a path has.
  if (own.some((each) => allowed.has(each)) && [...allowed].every(isKnown)) return []
  const expected = `Allow: ${own.join(', ')}`
  return [{ check: 'allow', pointer, expected, received: `Allow: ${allow}` }]
}

const NONE = { own: [], all: [] }

function pathPointer(pointer: string): string {
  return pointer.replace(/\/[^/]*$/, '')
}

function judgeEmptyBody({ operation, method, response }: ReceivedExchange): Finding[] {
  const { status, body } = response
  const isEmpty = method === 'HEAD' || WITHOUT_BODY.has(status)
  if (!isEmpty || body.length === 0) return []
  const expected = 'no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5)'
  const received = `${body.length} bytes after status ${status}`
  return [{ check: 'body-absent', pointer: operation?.pointer ?? '#/paths', expected, received }]
}

function judgeLength({ operation, method, response }: ReceivedExchange): Finding[] {
  const { status, body, isPartial } = response
  const text = headerOf(response, 'content-length')
  if (text === undefined || isPartial) return []
  const pointer = operation?.pointer ?? '#/paths'
  const finding = (expected: string): Finding[] => [
    { check: 'content-length', pointer, expected, received: `Content-Length: ${text}` },
  ]
  if (status === 204) return finding('no Content-Length in a 204 (RFC 9110, section 8.6)')
  if (method === 'HEAD' || status === 304) return []
  return Number(text) === body.length ? [] : finding(`Content-Length: ${body.length}`)
}

/** Headers that a status is of no use without. */
const REQUIRED: readonly {
  readonly check: CheckName
  readonly statuses: readonly number[]
  readonly name: string
}[] = [
  { check: 'redirect', statuses: [301, 302, 303, 307, 308], name: 'Location' },
  { check: 'upgrade', statuses: [426], name: 'Upgrade' },
]

function judgeRequiredFields({ operation, response }: ReceivedExchange): Finding[] {
  const { status } = response
  const pointer = operation === undefined ? '#/paths' : append(operation.pointer, 'responses')
  const missing = REQUIRED.filter(
    ({ statuses, name }) => statuses.includes(status) && headerOf(response, name) === undefined,
  ).map(({ check, name }): Finding => {
    return { check, pointer, expected: name, received: `status ${status} without ${name}` }
  })
  const isRange = /^multipart\/byteranges/i.test(headerOf(response, 'content-type') ?? '')
  if (status !== 206 || isRange || headerOf(response, 'content-range') !== undefined) return missing
  const received = 'status 206 without Content-Range'
  return [...missing, { check: 'range', pointer, expected: 'Content-Range', received }]
}
