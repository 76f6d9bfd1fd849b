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
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** The expected and the actual value. */
  readonly message: string
}

/** One exchange with the server, as it went over the wire. */
export interface Exchange {
  readonly method: string
  /** Path of the request, relative to the base URL, without the query. */
  readonly path: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Buffer
}
