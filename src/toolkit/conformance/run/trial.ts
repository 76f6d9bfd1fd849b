import type { Operation } from '../document/contract.js'
import type { RawRequest, SentRequest } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import type { CheckName } from '../judge/checks.js'
import type { Finding } from '../judge/finding.js'
import type { CaseRun } from './case-run.js'
import type { Expectation } from './expectation.js'

/** The subject of a case: what it proves of which part of the document. */
export interface CaseSubject {
  readonly operation?: Operation
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** What is done, as a person says it: `the body has no member \`name\``. */
  readonly what: string
}

export interface Trial extends CaseSubject {
  /** The check that an unmet expectation belongs to. */
  readonly check: CheckName
  readonly expect: Expectation
  /** Makes the request, anew for each repetition. */
  readonly request: () => SentRequest | RawRequest
  /** What else is wrong with a response that meets the expectation. */
  readonly inspect?: (response: ReceivedResponse) => readonly Finding[]
}

export type Play = (run: CaseRun) => Promise<void>
