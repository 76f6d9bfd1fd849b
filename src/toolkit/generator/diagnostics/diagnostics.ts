import { grouped } from '../shared/collections.js'

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
  /** True if it is reported at its first location only. */
  readonly once?: true
  /** Number of similar problems that this one summarizes. */
  readonly more?: number
}

/** Collects the problems of a document, so that one run reports all of them. */
export class Diagnostics {
  readonly list: Diagnostic[] = []
  readonly #ignored: ReadonlySet<string>
  readonly #all: boolean
  /** Locations, locations with messages, and messages of `once`. */
  readonly #reported = new Set<string>()

  /**
   * @param ignored - Features that are left out, with a warning, where they are not supported.
   * @param all - True if many similar problems are printed one by one.
   */
  constructor(ignored: Iterable<string> = [], all = false) {
    this.#ignored = new Set(ignored)
    this.#all = all
  }

  wrong(location: Location, message: string, advice: string): void {
    this.#add('wrong', location, message, advice)
  }

  /** `feature` is the value of `--ignore` that leaves the feature out; some cannot be left out. */
  unsupported(
    location: Location,
    feature: string | undefined,
    message: string,
    advice: string,
  ): void {
    if (feature === undefined) this.#add('unsupported', location, message, advice)
    else if (!this.#ignored.has(feature)) {
      this.#add('unsupported', location, message, `${advice}, or pass --ignore ${feature}`)
    } else this.#add('warning', location, `left out: ${message}`, advice)
  }

  /** `once` reports the message at its first location only. */
  warn(location: Location, message: string, advice: string, { once = false } = {}): void {
    if (once && this.#reported.has(message)) return
    this.#add('warning', location, message, advice, once)
  }

  /** True if a location has a diagnostic. */
  has({ source, pointer }: Location): boolean {
    return this.#reported.has(`${source.prefix}${pointer}`)
  }

  get warnings(): readonly Diagnostic[] {
    return this.#summary(this.list.filter(({ family }) => family === 'warning'))
  }

  /** @throws {DocumentError} with all diagnostics if one of them is not a warning. */
  stopIfAny(): void {
    const errors = this.list.filter(({ family }) => family !== 'warning')
    if (errors.length > 0) throw new DocumentError([...this.#summary(errors), ...this.warnings])
  }

  /** Adds the diagnostics of an earlier run. */
  repeat(diagnostics: readonly Diagnostic[]): void {
    for (const { family, message, advice, once = false, ...location } of diagnostics) {
      this.#add(family, location, message, advice, once)
    }
  }

  #summary(list: readonly Diagnostic[]): readonly Diagnostic[] {
    return this.#all ? list : summarizeRepeats(list)
  }

  #add(
    family: Diagnostic['family'],
    { source, pointer }: Location,
    message: string,
    advice: string,
    once = false,
  ): void {
    const location = `${source.prefix}${pointer}`
    const key = `${location}\n${message}`
    if (this.#reported.has(key)) return
    this.#reported.add(location).add(key)
    if (once) this.#reported.add(message)
    this.list.push({ family, source, pointer, message, advice, ...(once && { once }) })
  }
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

/** Number of similar problems that are printed one by one. */
const LIMIT = 10

/** Replaces similar problems beyond the limit by one that counts them. */
function summarizeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = grouped(diagnostics.map((each) => [templateOf(each), each]))
  return [...groups.values()].flatMap((group) => {
    const [next, ...others] = group.slice(LIMIT)
    if (next === undefined || others.length === 0) return group
    const { length: more } = others
    const message = `${next.message}; and ${more} more like this`
    return [...group.slice(0, LIMIT), { ...next, message, more }]
  })
}

/** The words that similar problems share: without names, locations and numbers. */
function templateOf({ message, advice }: Diagnostic): string {
  const words = message.replace(/`[^`]*`|"[^"]*"/g, '*').split(' ')
  return [advice, ...words.map((word) => (/^[a-z]+$/.test(word) ? word : '*'))].join(' ')
}
