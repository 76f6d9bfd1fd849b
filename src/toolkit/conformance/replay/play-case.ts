import type { TestedContract } from '../document/contract.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import { isResponse, type Outcome, outcomeText } from '../exchange/response.js'
import { mayBeSent, type Permissions } from '../run/permissions.js'
import type { Masks } from '../secrets/masks.js'
import type { TestTarget } from '../target/test-target.js'
import { type CaseFile, requestOf, type StoredStep } from './case-file.js'
import { foundByDocument } from './found-by-document.js'
import { type GivenValues, learnValues, withValues } from './given-values.js'
import { movedTo } from './moved-to.js'
import { withNewIdentities } from './renewed.js'
import { isSameAnswer } from './same-answer.js'

/** What came of a case that was replayed. */
export interface CaseVerdict {
  /** `unclear` if the server did not get to what the case is about, or answers otherwise than both then and right. */
  readonly verdict: 'fails' | 'passes' | 'unclear'
  /** What the last response was, or why it is unclear. */
  readonly why: string
}

export interface ReplayContext {
  readonly contract: TestedContract
  readonly target: TestTarget
  readonly masks: Masks
  readonly secrets: readonly string[]
  readonly permissions: Permissions
  send(request: SentRequest | RawRequest): Promise<Outcome>
  /** Numbers that no replay before had. */
  newStart(): number
}

const AGAIN = 'only a run of the kit tells'

const REFUSED = 'the server does not let it come to that now'

const unclear = (why: string): CaseVerdict => ({ verdict: 'unclear', why })

/** Sends the requests of a case again, and says whether the last response still breaks the rule. */
export async function playCase(file: CaseFile, context: ReplayContext): Promise<CaseVerdict> {
  const { contract, target, masks, permissions } = context
  if (file.proof === 'run') return unclear(AGAIN)
  const missing = masks.missingIn(JSON.stringify(file.steps.map(({ request }) => request)))
  if (missing !== undefined) return unclear(`no credential is given for \${${missing}}`)
  const renewed = withNewIdentities(file.identities, context.newStart())
  const change = (text: string) => masks.unmasked(renewed(text))
  const given: GivenValues = new Map()
  let last: CaseVerdict = unclear('it has no requests')
  let isSame = true
  for (const [at, step] of file.steps.entries()) {
    const request = movedTo(target, file.target, requestNow(step, change, given))
    if (!mayBeSent(contract, permissions, request)) return unclear('its requests may not be sent')
    const outcome = await context.send(request)
    if (!isResponse(outcome) && outcome.failure === 'refused') return unclear(outcomeText(outcome))
    isSame &&= isSameAnswer(step.answer, outcome, change)
    if (at === file.steps.length - 1) {
      last = verdictOf(file, step, { context, request, outcome, isSame })
      break
    }
    if (classOf(outcome) !== classThen(step)) {
      const then = step.answer.status ?? 'none'
      return unclear(`request ${at + 1} had status ${then}, and now: ${outcomeText(outcome)}`)
    }
    learnValues(given, step.answer, outcome, change)
  }
  return last
}

function requestNow(
  { request }: StoredStep,
  change: (text: string) => string,
  given: GivenValues,
): SentRequest | RawRequest {
  const now = requestOf(request, change)
  return isRaw(now) ? now : withValues(now, given)
}

/** Refusals for the state of the service or the credentials, which say nothing of the case. */
const OBSTACLES = [401, 403, 404, 409, 410, 412, 416, 428, 429, 503]

interface Replayed {
  readonly context: ReplayContext
  readonly request: SentRequest | RawRequest
  readonly outcome: Outcome
  /** True if all responses are as they were. */
  readonly isSame: boolean
}

function verdictOf(file: CaseFile, step: StoredStep, replayed: Replayed): CaseVerdict {
  const { outcome, isSame } = replayed
  const why = outcomeText(outcome)
  const { proof, accepted = [] } = file
  if (proof === 'document' || proof === 'state') return documentVerdict(file, step, replayed)
  if (proof === 'answer') {
    if (isSame) return { verdict: 'fails', why }
    return unclear(`it is answered otherwise now, and ${AGAIN}: ${why}`)
  }
  if (!isResponse(outcome)) return unclear(why)
  const status = String(outcome.status)
  const isNew = outcome.status !== step.answer.status && !accepted.includes(status)
  if (isNew && OBSTACLES.includes(outcome.status)) return unclear(`${REFUSED}: ${why}`)
  const isAccepted = accepted.includes(status) || accepted.includes(`${status[0]}XX`)
  return { verdict: isAccepted ? 'passes' : 'fails', why }
}

function documentVerdict(
  { check, pointer, proof }: CaseFile,
  step: StoredStep,
  { context, request, outcome }: Replayed,
): CaseVerdict {
  const why = outcomeText(outcome)
  const found = foundByDocument(context, request, outcome)
  const isSame = found.some((each) => each.check === check && each.pointer === pointer)
  if (isSame) return { verdict: 'fails', why }
  if (proof === 'state') return unclear(`it is about what a list had, and ${AGAIN}: ${why}`)
  const wasSuccess = (step.answer.status ?? 500) < 400
  const isElsewhere = wasSuccess && classOf(outcome) >= 4
  return isElsewhere ? unclear(`${REFUSED}: ${why}`) : { verdict: 'passes', why }
}

/** The first digit of the status; 0 without a response. */
function classOf(outcome: Outcome): number {
  return isResponse(outcome) ? Math.floor(outcome.status / 100) : 0
}

function classThen({ answer }: StoredStep): number {
  return Math.floor((answer.status ?? 0) / 100)
}
