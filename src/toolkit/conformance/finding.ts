/** A rule of the contract that a response broke. */
export interface Finding {
  /** The rule's stable name. */
  readonly rule:
    | 'operation-documented'
    | 'status-documented'
    | 'header-present'
    | 'header-valid'
    | 'media-type-documented'
    | 'body-absent'
    | 'body-json'
    | 'body-valid'
  /** Where the rule stands in the document (JSON pointer). */
  readonly pointer: string
  /** What was expected and what came. */
  readonly message: string
}

/** One exchange with the server, as it went over the wire. */
export interface Exchange {
  readonly method: string
  /** The path that was asked for, relative to the base URL, without the query. */
  readonly path: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Buffer
}
