import { append } from '../../openapi/json-pointer.js'
import type { Operation, Response } from '../document/contract.js'
import type { Finding } from './finding.js'
import type { JudgedExchange } from './judge-response.js'

/**
 * Statuses that any server may answer before it knows the operation, so that documents leave them out: of the
 * method, the media type, the size, the framing, the rate and the availability.
 */
const OF_ANY_SERVER: ReadonlySet<number> = new Set([
  ...[405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431],
  ...[500, 501, 502, 503, 504, 505],
])

/** Statuses of usual refusals. */
const OF_REQUESTS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410, 412, 422, 423, 428])

/** A success under a `default` that has the schema of the errors: it describes other failures, no success. */
export function judgeDefault(
  { operation, response }: JudgedExchange,
  { status }: Response,
): Finding[] {
  if (response.status >= 400 || status !== 'default') return []
  const schemasOf = (matches: (status: string) => boolean) =>
    operation.responses
      .filter((each) => matches(each.status))
      .flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []))
  const errors = schemasOf((each) => /^[45]/.test(each))
  const [schema] = schemasOf((each) => each === 'default')
  const hasSuccess = operation.responses.some((each) => /^[23]/.test(each.status))
  const isOfErrors = hasSuccess && schema !== undefined && errors.includes(schema)
  return isOfErrors ? [undocumented(operation, response.status)] : []
}

/** A status that the operation does not document, unless any server may answer it. */
export function judgeStatus({ operation, response }: JudgedExchange): Finding[] {
  const { status } = response
  return OF_ANY_SERVER.has(status) || isLeftOpen(operation, status)
    ? []
    : [undocumented(operation, status)]
}

/**
 * True for an error that the document leaves open: it names no error of the kind. That credentials, invalid requests
 * and paths to nothing are refused goes without saying.
 */
function isLeftOpen({ responses, security, path }: Operation, status: number): boolean {
  const names = (...statuses: string[]) => responses.some((each) => statuses.includes(each.status))
  const isSilent = !responses.some((each) => /^[45]/.test(each.status))
  if (isSilent && OF_REQUESTS.has(status)) return true
  if (status === 400) return !names('422')
  if (status === 401 || status === 403) return security.length > 0 && !names('401', '403')
  return status === 404 && path.includes('{') && !names('410')
}

function undocumented({ responses, pointer }: Operation, status: number): Finding {
  return {
    check: 'status-documented',
    pointer: append(pointer, 'responses'),
    expected: `one of ${responses.map((each) => each.status).join(', ')}`,
    received: `status ${status}`,
  }
}
