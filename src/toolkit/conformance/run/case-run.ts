import { Unwritable } from '../../requests/write-parameters.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import {
  isLimited,
  isResponse,
  isSuccess,
  type Outcome,
  outcomeText,
} from '../exchange/response.js'
import type { CheckName } from '../judge/checks.js'
import type { Finding } from '../judge/finding.js'
import type { Things } from '../resources/things.js'
import { NO_TIME, type Pacing } from '../target/pace.js'
import type { TestTarget } from '../target/test-target.js'
import type { Coverage } from './coverage.js'
import type { Expectation } from './expectation.js'
import { judgeOutcome } from './judge-outcome.js'
import type { Trial } from './trial.js'
import type { Step } from './violation.js'

/** What a run needs of the run that it belongs to. */
export interface CaseContext {
  readonly contract: TestedContract
  readonly target: TestTarget
  readonly pace: Pacing
  readonly coverage: Coverage
  readonly secrets: readonly string[]
  /** True if errors outside of all operations are judged by the shape of the document's errors. */
  readonly judgesOutside: boolean
  readonly notes: Set<string>
  /** Milliseconds until a request counts as unanswered. */
  readonly requestTime: number
  /** Milliseconds after which a response is late, if there is a limit. */
  readonly responseTime?: number | undefined
  /** False for what the user does not want to be sent. */
  mayBeSent(request: SentRequest | RawRequest): boolean
  /** True when nothing more is sent. */
  isOver(): boolean
  /** Milliseconds until nobody waits for a response any more. */
  readonly left: () => number
  /** Hear of what requests make and remove, and of what responses tell. */
  readonly things: Things
}

/** Checks that say all of a response that is not as expected. */
const FAILURES: readonly CheckName[] = ['response-present', 'no-server-error']

const LIMITED =
  'Requests were refused with 429: what they ask for is not tested; raise the limit, or take --rate-limit.'

/** What a case has found, with the requests that led to it. */
export interface FoundIn extends Finding {
  readonly steps: readonly Step[]
  readonly expect?: Expectation
}

/** The requests of one run of a case, and the rules that their responses break. */
export class CaseRun {
  readonly steps: Step[] = []
  readonly findings: FoundIn[] = []
  readonly #context: CaseContext
  /** True if it did not come to its end in time. */
  isCut = false
  #begin = 0

  constructor(context: CaseContext) {
    this.#context = context
  }

  /**
   * Sends a request and judges the response by the document. Without an operation the response is none of the
   * contract's.
   *
   * @throws {Unwritable} if the user does not want it to be sent, or the time is up.
   */
  async send(request: SentRequest | RawRequest, operation?: Operation): Promise<Outcome> {
    const { target, pace, requestTime, coverage } = this.#context
    this.isCut ||= this.#context.isOver()
    if (this.isCut || !this.#context.mayBeSent(request)) throw new Unwritable()
    const outcome = await pace.send(target, request, requestTime, this.#context.left)
    this.isCut ||= outcome === NO_TIME
    if (this.isCut) throw new Unwritable()
    this.steps.push({ request, outcome })
    coverage.note(operation, outcome)
    if (!isRaw(request)) {
      this.#noteEffect(request, outcome, operation)
      this.#judgeTime(outcome, operation)
    }
    // A connection that ends is an answer to bytes.
    const { echoes } = this.#context.things
    if (operation && !isRaw(request)) echoes.note(request, operation)
    const judged = isRaw(request) ? isResponse(outcome) && request.judgedAs : request
    const context = { ...this.#context, echoes }
    if (judged)
      for (const each of judgeOutcome(context, judged, outcome, operation))
        this.#keep({ ...(operation && { operation }), ...each })
    return outcome
  }

  #judgeTime(outcome: Outcome, operation: Operation | undefined): void {
    const { responseTime: limit } = this.#context
    // The kit has read a stream as long as it liked.
    if (limit === undefined || !isResponse(outcome) || outcome.isPartial) return
    if (outcome.ms <= limit) return
    const pointer = operation?.pointer ?? '#/paths'
    const received = `status ${outcome.status} after ${Math.ceil(outcome.ms)} ms`
    const expected = `a response in ${limit} ms`
    this.#keep({
      ...(operation && { operation }),
      check: 'response-time',
      pointer,
      expected,
      received,
    })
  }

  #noteEffect(request: SentRequest, outcome: Outcome, operation: Operation | undefined): void {
    const { things } = this.#context
    if (hasRemoved(request, outcome)) things.noteRemoval(request.target)
    if (!isResponse(outcome)) return
    if (operation !== undefined) things.noteResponse(operation, request, outcome)
    if (outcome.status >= 300 && outcome.status !== 303) return
    things.creations.note(request, outcome)
    if (request.method !== 'POST' || operation === undefined) return
    things.noteCreation(operation, request, outcome)
  }

  /** True if a request had no response in its time, where a server may not wait for more. */
  get isUnanswered(): boolean {
    return this.steps.some(
      ({ request, outcome }) =>
        'failure' in outcome && outcome.failure === 'time' && !(isRaw(request) && request.mayWait),
    )
  }

  /**
   * Keeps what is wrong, unless a request of the case met a limit of requests, whose answer says nothing of it.
   *
   * @param expect - What the last response does not meet, where its status says so.
   */
  find(finding: Finding, expect?: Expectation): void {
    if (this.#own.some(({ outcome }) => isLimited(outcome))) this.#context.notes.add(LIMITED)
    else this.#keep(finding, expect)
  }

  #keep(finding: Finding, expect?: Expectation): void {
    this.findings.push({ ...finding, steps: this.#own, ...(expect && { expect }) })
  }

  get #own(): readonly Step[] {
    return this.steps.slice(this.#begin)
  }

  /** The last response does not meet what a case expects. */
  findUnmet({ check, pointer, expect }: Trial, outcome: Outcome): void {
    // A response that is missing altogether is found already, except to raw bytes.
    if (this.findings.some((found) => FAILURES.includes(found.check))) return
    this.find({ check, pointer, expected: expect.told, received: outcomeText(outcome) }, expect)
  }

  /** What is found from here on has nothing to do with the requests before. */
  begin(): void {
    this.#begin = this.steps.length
  }

  /** Takes back what the last response has broken of a rule that the case does not insist on. */
  forgive(check: CheckName): void {
    const at = this.findings.findLastIndex((each) => each.check === check)
    if (at >= 0) this.findings.splice(at, 1)
  }
}

/** True if what the path leads to is gone now. */
export function hasRemoved({ method }: SentRequest, outcome: Outcome): boolean {
  return method === 'DELETE' && isSuccess(outcome)
}
