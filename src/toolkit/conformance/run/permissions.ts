import type { Operation, TestedContract } from '../document/contract.js'
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

/** All may be sent. */
export const ALL_ALLOWED: Permissions = { forbidden: [], readOnly: false }

/** What comes of a request that the user does not want to be sent. */
export const NOT_SENT: Outcome = { failure: 'refused', detail: 'the request was not sent' }

/** Methods that change nothing (RFC 9110, section 9.2.1), and QUERY. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/** False for a request that the user does not want to be sent. */
export function mayBeSent(
  contract: TestedContract,
  permissions: Permissions,
  request: SentRequest | RawRequest,
): boolean {
  const [method, target] = startOf(request)
  if (permissions.readOnly && !SAFE.has(method)) return false
  if (permissions.forbidden.length === 0) return true
  return !operationsAt(contract.operations, target.split(/[?#]/)[0] as string).some(
    (each) => each.method === method && isForbidden(permissions, each),
  )
}

/** True for an operation whose requests the user does not want to be sent. */
export function isForbidden(
  { forbidden, readOnly }: Permissions,
  { method, path, operationId }: Pick<Operation, 'method' | 'path' | 'operationId'>,
): boolean {
  const isNamed = forbidden.includes(operationId) || forbidden.includes(`${method} ${path}`)
  return isNamed || (readOnly && !SAFE.has(method))
}

/** Method and target; of raw bytes, what a lenient server may take them for. */
function startOf(request: SentRequest | RawRequest): [method: string, target: string] {
  if (!isRaw(request)) return [request.method, request.target]
  const [method = '', target = ''] = request.bytes.toString('latin1').trimStart().split(/\s+/)
  return [method.toUpperCase(), target]
}
