/** A request with a JSON body that a correct server accepts. */
export interface Sample {
  /** Begins the names of faults. */
  readonly prefix: string
  readonly operation: string
  readonly path: string
  /** An object with two members or more. */
  readonly text: string
  readonly type: string
}
