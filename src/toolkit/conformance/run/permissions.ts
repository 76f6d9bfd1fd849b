import type { TestedContract } from '../document/contract.js'
import { operationsAt } from '../document/routing.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'

/** What a run may send. */
export interface Permissions {
  /** Operations that are never sent: `deletePet`, or `DELETE /pets/{petId}`. */
  readonly forbidden: readonly string[]
  /** True: only safe methods are sent. */
  readonly readOnly: boolean
}

/** What comes of a request that the user does not want to be sent. */
export const NOT_SENT: Outcome = { failure: 'refused', detail: 'the request was not sent' }

/** Methods that change nothing (RFC 9110, section 9.2.1), and QUERY. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/** False for a request that the user does not want to be sent. */
export function mayBeSent(
  contract: TestedContract,
  permissions: Permissions | undefined,
  request: SentRequest | RawRequest,
): boolean {
  if (permissions === undefined) return true
  const { forbidden, readOnly } = permissions
  const [method, target] = startOf(request)
  if (readOnly && !SAFE.has(method)) return false
  if (forbidden.length === 0) return true
  return !operationsAt(contract.operations, target.split(/[?#]/)[0] as string).some(
    (each) =>
      each.method === method &&
      (forbidden.includes(each.operationId) || forbidden.includes(`${method} ${each.path}`)),
  )
}

/** Method and target; of raw bytes, what a lenient server may take them for. */
function startOf(request: SentRequest | RawRequest): [method: string, target: string] {
  if (!isRaw(request)) return [request.method, request.target]
  const [method = '', target = ''] = request.bytes.toString('latin1').trimStart().split(/\s+/)
  return [method.toUpperCase(), target]
}
