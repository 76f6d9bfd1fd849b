import type { ModelOptions } from '../../generator/document-model.js'
import { TestedContract } from '../document/contract.js'
import { operationFor } from '../document/routing.js'
import { headerLines } from '../exchange/request.js'
import type { Finding } from './finding.js'
import { judgeResponse } from './judge-response.js'

/** One exchange with a server, as it went over the wire. */
export interface Exchange {
  readonly method: string
  /** Path of the request, relative to the base URL, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Buffer
}

/** Judges responses by a document, without sending anything. */
export interface Judge {
  /** Every rule that a response breaks. */
  judge(exchange: Exchange): Finding[]
}

/**
 * Makes a judge of responses.
 *
 * @param document - The document's file, or the parsed document whose references stay in it.
 * @throws {DocumentError} with every problem of the document.
 */
export function createJudge(document: string | object, options: ModelOptions = {}): Judge {
  const contract = new TestedContract(document, options)
  return { judge: (exchange) => judgeExchange(contract, exchange) }
}

function judgeExchange(
  contract: TestedContract,
  { method, path, status, headers, body }: Exchange,
): Finding[] {
  const operation = operationFor(contract, method, path)
  if (operation === undefined) {
    const [expected, received] = ['a documented operation', `${method} ${path}`]
    return [{ check: 'operation-documented', pointer: '#/paths', expected, received }]
  }
  const response = { status, headers: headerLines(headers), body, ms: 0 }
  return judgeResponse({ contract, operation, method, path, response, secrets: [] })
}
