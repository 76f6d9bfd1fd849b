import type { Operation, Parameter } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import type { ReceivedResponse } from '../../exchange/response.js'
import type { Finding } from '../../judge/finding.js'
import { responseOf } from '../../judge/response-of.js'

/** A text in a header of one's own that request and response both have: it comes back as it was sent. */
export function judgeEcho(
  operation: Operation,
  { in: place, name, pointer }: Parameter,
  value: unknown,
  response: ReceivedResponse,
): Finding[] {
  const isCustom = place === 'header' && /^x-|idempoten|correlation/i.test(name)
  if (!isCustom || typeof value !== 'string' || response.status > 299) return []
  const documented = responseOf(operation, response.status)?.headers ?? []
  const isBoth = documented.some((each) => each.name.toLowerCase() === name.toLowerCase())
  const received = headerOf(response, name)
  if (!isBoth || received === undefined || received === value) return []
  return [{ check: 'round-trip', pointer, expected: `${name}: ${value}`, received }]
}
