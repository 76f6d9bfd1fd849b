import type { Location } from './location.js'
import { grouped } from './summarize-repeats.js'

/**
 * One problem of a document. `wrong` (the document breaks OpenAPI or JSON Schema) and `unsupported`
 * (the document is fine, this generator cannot carry the feature yet) stop the generator; a `warning`
 * does not.
 */
export interface Diagnostic extends Location {
  readonly family: 'wrong' | 'unsupported' | 'warning'
  /** What is wrong, or the name of the feature. */
  readonly message: string
  /** What to do about it. */
  readonly advice: string
  /** Whether it is told for the first place only. */
  readonly once?: true
  /** How many more of its kind there are that are not told one by one. */
  readonly more?: number
}

/** Collects the problems of a document, so that all of them are told at once. */
export class Diagnostics {
  readonly list: Diagnostic[] = []
  readonly #ignored: ReadonlySet<string>
  readonly #all: boolean
  /** What was said where, and where something was said. */
  readonly #told = new Set<string>()

  /**
   * @param ignored - Features that are left out, with a warning, where they are not supported.
   * @param all - Whether every one is told of many of a kind.
   */
  constructor(ignored: Iterable<string> = [], all = false) {
    this.#ignored = new Set(ignored)
    this.#all = all
  }

  wrong(place: Location, message: string, advice: string): void {
    this.#add('wrong', place, message, advice)
  }

  /** `feature`: the name by which the user can have the feature left out; not every one can be. */
  unsupported(place: Location, feature: string | undefined, message: string, advice: string): void {
    if (feature === undefined) this.#add('unsupported', place, message, advice)
    else if (!this.#ignored.has(feature)) {
      this.#add('unsupported', place, message, `${advice}, or pass --ignore ${feature}`)
    } else this.#add('warning', place, `left out: ${message}`, advice)
  }

  /** `once`: told for the first place only, whatever the place. */
  warn(place: Location, message: string, advice: string, { once = false } = {}): void {
    if (once && this.#told.has(message)) return
    this.#add('warning', place, message, advice, once)
  }

  /** Whether something was said of a place already. */
  has({ source, pointer }: Location): boolean {
    return this.#told.has(`${source.prefix}${pointer}`)
  }

  /** What does not stop the generator; of many of one kind, some and how many. */
  get warnings(): readonly Diagnostic[] {
    return this.#shown(this.list.filter(({ family }) => family === 'warning'))
  }

  /** @throws {DocumentError} with everything, when anything but a warning was reported. */
  stopIfAny(): void {
    const faults = this.list.filter(({ family }) => family !== 'warning')
    if (faults.length > 0) throw new DocumentError([...this.#shown(faults), ...this.warnings])
  }

  /** Tells once more what an earlier run told. */
  repeat(diagnostics: readonly Diagnostic[]): void {
    for (const { family, message, advice, once = false, ...place } of diagnostics) {
      this.#add(family, place, message, advice, once)
    }
  }

  #shown(list: readonly Diagnostic[]): readonly Diagnostic[] {
    return this.#all ? list : grouped(list)
  }

  #add(
    family: Diagnostic['family'],
    place: Location,
    message: string,
    advice: string,
    once = false,
  ): void {
    const { source, pointer } = place
    const where = `${source.prefix}${pointer}`
    const what = `${where}\n${message}`
    if (this.#told.has(what)) return
    this.#told.add(where).add(what)
    if (once) this.#told.add(message)
    this.list.push({ family, source, pointer, message, advice, ...(once && { once }) })
  }
}

/** One line: `file:line:column #/pointer what is wrong; what to do`. */
function formatDiagnostic(diagnostic: Diagnostic): string {
  const { family, source, pointer, message, advice } = diagnostic
  const { line, column } = source.locate(pointer)
  const where = `${source.name}:${line}:${column} ${unbroken(pointer)}`
  return oneLine(`${where} ${PREFIX[family]}${message}; ${advice}`)
}

/** A pointer without space, which would seem to end it (RFC 6901, section 6). */
function unbroken(pointer: string): string {
  return pointer.replace(/[\p{Cc}\p{Z}\p{Bidi_Control}\ufeff]/gu, encodeURIComponent)
}

const PREFIX = { wrong: '', unsupported: 'not supported yet: ', warning: 'warning: ' }

/** One line per problem, in document order. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return inDocumentOrder(diagnostics).map(formatDiagnostic).join('\n')
}

/** How many problems there are, with those that are not told one by one. */
export function count(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, { more = 0 }) => sum + 1 + more, 0)
}

/** Thrown when a document cannot be generated from; one line per problem, in document order. */
export class DocumentError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics))
    this.name = 'DocumentError'
    this.diagnostics = diagnostics
  }
}

function inDocumentOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const located = diagnostics.map((each) => ({ each, ...each.source.locate(each.pointer) }))
  const file = ({ each }: { each: Diagnostic }) => each.source.prefix
  located.sort(
    (a, b) => file(a).localeCompare(file(b), 'en') || a.line - b.line || a.column - b.column,
  )
  return located.map(({ each }) => each)
}

/** Strings of the document are data: no control of theirs, nor of writing direction, reaches a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
