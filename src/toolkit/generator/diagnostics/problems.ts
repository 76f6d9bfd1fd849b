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

export interface Problem {
  /** One sentence, or the name of the feature. */
  readonly message: string
  readonly advice: string
}

/**
 * One problem of a document. `wrong` (the document breaks OpenAPI or JSON Schema) and `unsupported`
 * (the document is valid, this generator does not support the feature yet) stop the generator; a
 * `warning` does not.
 */
export interface Diagnostic extends Location, Problem {
  readonly family: 'wrong' | 'unsupported' | 'warning'
  /** Number of similar problems that this one summarizes. */
  readonly more?: number
}

const PREFIX = { wrong: '', unsupported: 'not supported yet: ', warning: 'warning: ' }

/** One line per problem, in document order: `file:line:column #/pointer message; advice`. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const located = diagnostics.map((each) => ({ ...each, ...each.source.locate(each.pointer) }))
  located.sort(
    (a, b) =>
      a.source.prefix.localeCompare(b.source.prefix, 'en') ||
      a.line - b.line ||
      a.column - b.column,
  )
  const lines = located.map(({ family, source, pointer, message, advice, line, column }) => {
    const location = `${source.name}:${line}:${column} ${withoutSpace(pointer)}`
    return oneLine(`${location} ${PREFIX[family]}${message}; ${advice}`)
  })
  return lines.join('\n')
}

/** A space would seem to end the pointer (RFC 6901, section 6). */
function withoutSpace(pointer: string): string {
  return pointer.replace(/[\p{Cc}\p{Z}\p{Bidi_Control}\ufeff]/gu, encodeURIComponent)
}

/** Number of problems, including those that a summary counts. */
export function problemCount(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, { more = 0 }) => sum + 1 + more, 0)
}

/** Thrown when nothing can be generated from a document; one line per problem, in document order. */
export class DocumentError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics))
    this.name = 'DocumentError'
    this.diagnostics = diagnostics
  }
}

/** Strings of the document are data: their control characters must not reach a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
