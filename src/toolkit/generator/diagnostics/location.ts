/** A file of the document, as far as diagnostics need it. */
export interface DocumentFile {
  /** Its name for people. */
  readonly name: string
  /** Text before the pointers of its parts, unique among the files of the document. */
  readonly prefix: string
  /** Line and column of a part, from 1. */
  locate(pointer: string): { readonly line: number; readonly column: number }
}

/** A part of a document, which a diagnostic points to. */
export interface Location {
  readonly source: DocumentFile
  /** JSON pointer (RFC 6901) in `source`, as a URI fragment. */
  readonly pointer: string
}
