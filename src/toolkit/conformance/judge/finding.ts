import type { Operation } from '../document/contract.js'
import type { CheckName } from './checks.js'

/** A rule that a response breaks. */
export interface Finding {
  readonly check: CheckName
  /** The operation that breaks it, if not the one that the case is about. */
  readonly operation?: Operation
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** Which of several rules at this place it is. */
  readonly aspect?: string
  /** The rule, in the words of the document or of its source. */
  readonly expected: string
  /** What came instead. */
  readonly received: string
  /** Where the rule stands, if not where that of the check does. */
  readonly source?: string
}
