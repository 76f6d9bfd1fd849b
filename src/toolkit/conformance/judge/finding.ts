import type { CheckName } from './checks.js'

/** A rule that a response breaks. */
export interface Finding {
  readonly check: CheckName
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** The rule, in the words of the document or of its source. */
  readonly expected: string
  /** What came instead. */
  readonly received: string
  /** Where the rule stands, if not where that of the check does. */
  readonly source?: string
}
