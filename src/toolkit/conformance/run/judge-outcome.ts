import type { Operation, TestedContract } from '../document/contract.js'
import { decoded, headerOf, type SentRequest } from '../exchange/request.js'
import {
  isResponse,
  type Outcome,
  outcomeText,
  type ReceivedResponse,
} from '../exchange/response.js'
import type { Echoes } from '../judge/echoes.js'
import type { Finding } from '../judge/finding.js'
import { judgeResponse } from '../judge/judge-response.js'

export interface JudgeContext {
  readonly contract: TestedContract
  /** Secrets that no response may hold. */
  readonly secrets: readonly string[]
  /** True if errors outside of all operations are judged by the shape of the document's errors. */
  readonly judgesOutside: boolean
  /** What clients have sent that no schema names. */
  readonly echoes?: Echoes
}

/** The rules that the outcome of a request breaks, whatever the request was for. */
export function judgeOutcome(
  { contract, secrets, judgesOutside, echoes }: JudgeContext,
  request: SentRequest,
  outcome: Outcome,
  operation: Operation | undefined,
): Finding[] {
  const pointer = operation?.pointer ?? '#/paths'
  const received = outcomeText(outcome)
  if (!isResponse(outcome)) {
    return [{ check: 'response-present', pointer, expected: 'a response', received }]
  }
  if (isFailure(outcome)) {
    const expected = 'a response that is no server error'
    return [{ check: 'no-server-error', pointer, expected, received }]
  }
  const { method, target } = request
  return judgeResponse({
    ...{ contract, method, response: outcome, sent: textOf(request) },
    ...(operation && { operation }),
    ...{ judgesOutside, isEcho: echoes?.has },
    path: target.split('?', 1)[0] as string,
    secrets: [...secrets, ...tokensIn(request)],
  })
}

/** All that a client sends, as it may come back: also decoded. */
function textOf({ target, headers, body }: SentRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [target, decoded(target), ...lines, body?.toString('utf8') ?? ''].join('\n')
}

/** Characters of the shortest token that is no word. */
const SHORTEST = 16

/** The credentials of a request, right or wrong: no response repeats them. */
function tokensIn(request: SentRequest): string[] {
  const [, token] = /^\S+ +(\S+)$/.exec(headerOf(request, 'authorization') ?? '') ?? []
  return token === undefined || token.length < SHORTEST ? [] : [token]
}

/** A failure of the server; not what it does not implement, or cannot do now. */
function isFailure({ status }: ReceivedResponse): boolean {
  return status >= 500 && ![501, 503, 504].includes(status)
}
