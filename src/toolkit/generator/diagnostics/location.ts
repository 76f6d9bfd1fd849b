/** A file of the document, as diagnostics need it. */
export interface DocumentFile {
  readonly name: string
  /** Text before the pointers of its parts, unique among the files of the document. */
  readonly prefix: string
  /** Line and column of a part, from 1. */
  locate(pointer: string): Position
}

/** Line and column in a text, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Location {
  readonly source: DocumentFile
  /** JSON pointer (RFC 6901) in `source`, as a URI fragment. */
  readonly pointer: string
}
