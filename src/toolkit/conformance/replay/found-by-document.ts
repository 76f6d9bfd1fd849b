import { operationFor } from '../document/routing.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import { isResponse, type Outcome } from '../exchange/response.js'
import type { Finding } from '../judge/finding.js'
import { type JudgeContext, judgeOutcome } from '../run/judge-outcome.js'

/** The rules of the document that the outcome of a request breaks, whatever the request was for. */
export function foundByDocument(
  context: Omit<JudgeContext, 'judgesOutside'>,
  request: SentRequest | RawRequest,
  outcome: Outcome,
): Finding[] {
  // A connection that ends is an answer to bytes.
  const judged = isRaw(request) ? (isResponse(outcome) ? request.judgedAs : undefined) : request
  if (judged === undefined) return []
  const { method, target } = judged
  const operation = operationFor(context.contract, method, target.split(/[?#]/)[0] as string)
  return judgeOutcome({ ...context, judgesOutside: true }, judged, outcome, operation)
}
