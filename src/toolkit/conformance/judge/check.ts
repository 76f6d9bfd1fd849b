/** A check of the kit: the rule that it proves, and where that stands. */
export interface Check {
  /** The fault, as the first line of an entry of a report. */
  readonly title: string
  /** Source of the rule. */
  readonly source: string
}

/** The version of the specification whose sections the sources name. */
export const OPENAPI = 'OpenAPI 3.1'
