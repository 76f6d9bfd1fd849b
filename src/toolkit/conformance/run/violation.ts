import type { Operation } from '../document/contract.js'
import type { RawRequest, SentRequest } from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'
import type { CheckName } from '../judge/checks.js'
import type { Expectation } from './expectation.js'

/** A request of a case, and what came of it. */
export interface Step {
  readonly request: SentRequest | RawRequest
  readonly outcome: Outcome
}

/** A rule that the server breaks. */
export interface ContractViolation {
  readonly check: CheckName
  readonly operation?: Operation
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** Which of several rules at this place it is. */
  readonly aspect?: string
  /** What the case did: `the body has no member \`name\``. */
  readonly what: string
  readonly expected: string
  readonly received: string
  /** Where the rule stands, if not where that of the check does. */
  readonly source?: string
  /** Status of the last response; 0 if there is none. */
  readonly status: number
  /** The requests that show it, in order; the last one broke the rule. None where a shorter case shows the same. */
  readonly steps: readonly Step[]
  /** True if it did not come again when the case was repeated. */
  readonly isFlaky: boolean
  /** What the last response does not meet, where its status says so. */
  readonly expect?: Expectation
}
