/** Offsets of a member or an element in a JSON text. */
export interface Span {
  /** Start of the member's key, or of the element. */
  readonly at: number
  /** Start of the value, and the end behind its last character. */
  readonly start: number
  readonly end: number
}

export function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text
}

/** Decodes a text that has a character for each byte. */
export function textOf(characters: string): string {
  return Buffer.from(characters, 'latin1').toString('utf8')
}

/** Index of a valid JSON text: children are found without reading their contents. */
export class JsonText {
  readonly bytes: Buffer
  readonly root: Span
  readonly #children = new Map<number, ReadonlyMap<string, Span>>()
  #text: string | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
    let [start, end] = [0, bytes.length]
    while (isSpace(bytes[start])) start++
    while (isSpace(bytes[end - 1])) end--
    this.root = { at: start, start, end }
  }

  /** The text with a character for each byte, fast to search; most edits do not need it. */
  get text(): string {
    this.#text ??= this.bytes.toString('latin1')
    return this.#text
  }

  /** Spans of the members or elements of a value, by key or index. */
  children({ start }: Span): ReadonlyMap<string, Span> {
    // Reading the root scans the whole text, so its members are indexed on the way.
    if (!this.#children.has(start)) this.#read(start, start === this.root.start ? 1 : 0)
    return this.#children.get(start) as ReadonlyMap<string, Span>
  }

  /** Indexes the children of a value, down to a number of levels; returns the end of the value. */
  #read(start: number, levels: number): number {
    const children = new Map<string, Span>()
    this.#children.set(start, children)
    const isObject = this.text.charAt(start) === '{'
    if (!isObject && this.text.charAt(start) !== '[') return this.#endOfValue(start)
    let at = skipSpace(this.text, start + 1)
    while (!'}]'.includes(this.text.charAt(at))) {
      let key = String(children.size)
      let value = at
      if (isObject) {
        const end = this.#endOfValue(at)
        key = JSON.parse(textOf(this.text.slice(at, end)))
        value = skipSpace(this.text, skipSpace(this.text, end) + 1)
      }
      const end = levels > 0 ? this.#read(value, levels - 1) : this.#endOfValue(value)
      children.set(key, { at, start: value, end })
      const next = skipSpace(this.text, end)
      at = this.text.charAt(next) === ',' ? skipSpace(this.text, next + 1) : next
    }
    return at + 1
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

const SPACE = ' \t\n\r'

/** A valid text contains another byte. */
function isSpace(byte: number | undefined): boolean {
  return SPACE.includes(String.fromCharCode(byte as number))
}

export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && SPACE.includes(text.charAt(at))) at++
  return at
}

const [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [...'"{}[]'].map((each) =>
  each.charCodeAt(0),
)

/** Offset of the closing quotation mark of the string that starts at `start`. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charAt(end - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return end
    /* c8 ignore next 2 -- the loop ends with its value */
  }
}
