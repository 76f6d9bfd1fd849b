/** Where a member or an element stands in a JSON text. */
export interface Span {
  /** The start of a member's key, or of an element. */
  readonly at: number
  /** The value: from its first character to behind its last one. */
  readonly start: number
  readonly end: number
}

/** A text of one character for each byte of another in UTF-8: quick to make, search and compare. */
export function bytesOf(text: string | Buffer): string {
  return (typeof text === 'string' ? Buffer.from(text) : text).toString('latin1')
}

/** The text of which these are the bytes. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/**
 * A JSON text that is known to be sound, for finding things in it: each object or array is looked
 * through when something in it is asked for, and what it holds is skipped.
 */
export class JsonText {
  /** A character for each byte. */
  readonly text: string
  readonly #children = new Map<number, ReadonlyMap<string, Span>>()

  constructor(bytes: string) {
    this.text = bytes
  }

  /** The text after an edit inside a span, which knows what was found outside of it. */
  revised(bytes: string, { start, end }: Span, growth: number): JsonText {
    const revised = new JsonText(bytes)
    const moved = (at: number) => (at < end ? at : at + growth)
    for (const [at, children] of this.#children) {
      if (at >= start && at < end) continue
      const spans = [...children].map(([key, span]) => {
        return [
          key,
          { at: moved(span.at), start: moved(span.start), end: moved(span.end) },
        ] as const
      })
      revised.#children.set(moved(at), new Map(spans))
    }
    return revised
  }

  /** The value of the whole text. */
  get root(): Span {
    const start = this.#skipSpace(0)
    return { at: start, start, end: this.text.trimEnd().length }
  }

  /** What an object or an array holds, by key or index. */
  children({ start }: Span): ReadonlyMap<string, Span> {
    const found = this.#children.get(start) ?? this.#read(start)
    this.#children.set(start, found)
    return found
  }

  #read(start: number): ReadonlyMap<string, Span> {
    const children = new Map<string, Span>()
    const isObject = this.text.charAt(start) === '{'
    if (!isObject && this.text.charAt(start) !== '[') return children
    let at = this.#skipSpace(start + 1)
    while (!'}]'.includes(this.text.charAt(at))) {
      let key = String(children.size)
      let value = at
      if (isObject) {
        const end = this.#endOfValue(at)
        key = JSON.parse(textOf(this.text.slice(at, end)))
        value = this.#skipSpace(this.#skipSpace(end) + 1)
      }
      const end = this.#endOfValue(value)
      children.set(key, { at, start: value, end })
      const next = this.#skipSpace(end)
      at = this.text.charAt(next) === ',' ? this.#skipSpace(next + 1) : next
    }
    return children
  }

  #skipSpace(from: number): number {
    let at = from
    while (' \t\n\r'.includes(this.text.charAt(at)) && at < this.text.length) at++
    return at
  }

  #endOfValue(start: number): number {
    const first = this.text.charAt(start)
    if (first === '"') return endOfString(this.text, start) + 1
    if (first === '{' || first === '[') return this.#endOfContainer(start)
    let at = start
    while (at < this.text.length && !',]} \t\n\r'.includes(this.text.charAt(at))) at++
    return at
  }

  #endOfContainer(start: number): number {
    const { text } = this
    let depth = 0
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) at = endOfString(text, at)
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++
      else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return at + 1
      /* c8 ignore next 2 -- the loop ends with its value */
    }
  }
}

const [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [...'"{}[]'].map((each) =>
  each.charCodeAt(0),
)

/** Where the string ends that starts at a quotation mark: at the next one that is not escaped. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charAt(end - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return end
    /* c8 ignore next 2 -- the loop ends with its value */
  }
}
