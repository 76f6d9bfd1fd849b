import { WITHOUT_BODY } from '../../openapi/status.js'
import type { Operation, Response, TestedContract } from '../document/contract.js'
import type { ReceivedResponse } from '../exchange/response.js'
import type { Finding } from './finding.js'
import { judgeContent } from './judge-content.js'
import { judgeErrorShape } from './judge-error-shape.js'
import { judgeHeaders } from './judge-headers.js'
import { judgeLeaks } from './judge-leaks.js'
import { judgeProtocol } from './judge-protocol.js'
import { judgeDefault, judgeStatus } from './judge-status.js'
import { responseOf } from './response-of.js'

export interface ReceivedExchange {
  readonly contract: TestedContract
  /** None for a path or a method that the document does not have. */
  readonly operation?: Operation
  readonly method: string
  /** The path of the request below the base URL, where it is known. */
  readonly path?: string
  readonly response: ReceivedResponse
  /** Secrets that no response may hold. */
  readonly secrets: readonly string[]
  /** True if errors outside of all operations have the shape of the document's errors. */
  readonly judgesOutside?: boolean
  /** What the client sent, as text: a response may repeat it. */
  readonly sent?: string
  /** True for a member that no schema names, and that a client has sent. */
  readonly isEcho?: ((name: string, value: unknown) => boolean) | undefined
}

export interface JudgedExchange extends ReceivedExchange {
  readonly operation: Operation
}

/** Every rule that a response breaks. */
export function judgeResponse(exchange: ReceivedExchange): Finding[] {
  const found = [...judgeProtocol(exchange), ...judgeLeaks(exchange)]
  const { operation, response } = exchange
  if (operation === undefined)
    return exchange.judgesOutside ? [...found, ...judgeErrorShape(exchange)] : found
  // A server refuses a URL or fields that are too long before any operation is known, and as it writes such errors.
  const isOfHead = response.status === 414 || response.status === 431
  const isNamed = operation.responses.some(({ status }) => status === String(response.status))
  if (isOfHead && !isNamed) return found
  const judged = { ...exchange, operation }
  const documented = responseOf(operation, response.status)
  if (documented === undefined)
    return [...found, ...judgeStatus(judged), ...judgeErrorShape(exchange)]
  return [...found, ...judgeDocumented(judged, documented)]
}

function judgeDocumented(exchange: JudgedExchange, documented: Response): Finding[] {
  const { response, method } = exchange
  const hasBody = method !== 'HEAD' && !WITHOUT_BODY.has(response.status)
  const found = judgeDefault(exchange, documented)
  if (found.length > 0) return found
  return [
    ...judgeHeaders(exchange, documented),
    ...(hasBody ? judgeContent(exchange, documented) : []),
  ]
}
