import type { IncomingMessage } from 'node:http'

/** End of a head, and of a chunked body. */
const END = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a

/** Splits the data of one connection into pieces in which at most one request starts. */
export class RequestSplitter {
  readonly #heads: Heads
  #arriving: IncomingMessage | undefined
  #bodyLeft = 0
  /** Length of the body in the next piece, if that begins with a head. */
  #bodyBehind = 0
  #tail: Buffer | undefined

  constructor(headerLimit: number) {
    this.#heads = new Heads(headerLimit)
  }

  get isArriving(): boolean {
    return this.#heads.isArriving || this.hasBody
  }

  get hasBody(): boolean {
    return this.#arriving !== undefined
  }

  /** The head of a request has been parsed. */
  begin(request: IncomingMessage): void {
    this.#arriving = request
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0) - this.#bodyBehind
    this.#bodyBehind = 0
  }

  /** New data, preceded by what was kept. */
  joined(data: Buffer): Buffer {
    const tail = this.#tail
    this.#tail = undefined
    return tail === undefined ? data : Buffer.concat([tail, data])
  }

  /** End of the next piece; equal to `from` if the rest may be part of {@link END} and is kept. */
  nextEnd(data: Buffer, from: number): number {
    if (this.#bodyLeft > 0) return Math.min(data.length, from + this.#bodyLeft)
    const found = data.indexOf(END, from)
    const end = found < 0 ? withoutHalfEnd(data, from) : found + END.length
    if (end === from) this.#tail = data.subarray(from)
    // Most requests arrive alone, and Node's parser takes more time for two pieces.
    const isWhole = this.#arriving === undefined && hasWholeBody(data, from, end)
    this.#bodyBehind = isWhole ? data.length - end : 0
    return end + this.#bodyBehind
  }

  /** A piece is about to be parsed; returns the reason to refuse it. */
  take(data: Buffer, from: number, to: number): HeadErrorCode | undefined {
    if (this.#bodyLeft > 0) this.#bodyLeft -= to - from
    else if (!this.hasBody) return this.#heads.take(data, from, to - this.#bodyBehind)
    return undefined
  }

  /** A piece has been parsed. */
  parsed(): void {
    // A request is kept no longer than its response.
    if (this.#arriving?.complete) this.#arriving = undefined
  }

  /** No more data arrives. */
  end(): void {
    this.#arriving = undefined
  }
}

/** True if nothing but the body follows a head. */
function hasWholeBody(data: Buffer, from: number, headEnd: number): boolean {
  if (headEnd === data.length) return false
  let length = Number.NaN
  for (let at = afterLine(data, from, headEnd); at < headEnd; at = afterLine(data, at, headEnd)) {
    if (startsWith(data, at, LENGTH)) length = digitsAt(data, at + LENGTH.length)
    // With both headers a lenient parser ignores the length (RFC 9112, section 6.1).
    else if (startsWith(data, at, CODING)) return false
  }
  return headEnd + length === data.length
}

const LENGTH = Buffer.from('content-length:')
const CODING = Buffer.from('transfer-encoding:')

function afterLine(data: Buffer, from: number, end: number): number {
  let at = from
  while (at < end && data[at] !== LF) at++
  return at + 1
}

/** True if a header has this name, in either case. */
function startsWith(data: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index++) {
    if (((data[at + index] as number) | CASE) !== name[index]) return false
  }
  return true
}

/** The bit that makes a letter small; `-` and `:` have it. */
const CASE = 0x20
const SPACE = 0x20
const ZERO = 0x30

/** The number at the end of a line; `NaN` for anything else. */
function digitsAt(data: Buffer, from: number): number {
  let at = from
  while (data[at] === SPACE) at++
  const first = at
  let value = 0
  for (let digit = digitAt(data, at); digit >= 0 && digit <= 9; digit = digitAt(data, at)) {
    value = 10 * value + digit
    at++
  }
  return at > first && data[at] === CR ? value : Number.NaN
}

function digitAt(data: Buffer, at: number): number {
  return (data[at] as number) - ZERO
}

/** End of the data without a part of {@link END}. */
function withoutHalfEnd(data: Buffer, from: number): number {
  let end = data.length
  const least = Math.max(from, end - END.length + 1)
  while (end > least && (data[end - 1] === CR || data[end - 1] === LF)) end--
  return end
}

/** Reason to refuse a head before it is parsed: an error code of Node's parser. */
export type HeadErrorCode = 'HPE_HEADER_OVERFLOW' | 'HPE_INVALID_CONSTANT'

/** Length of the end of a request line: `HTTP/1.1` and the end of the line. */
const VERSION = 9
const H = 0x48

/**
 * Checks the heads of the requests of one connection while they arrive. Node does not count spaces
 * before a value or the characters between names and values, and accepts `RTSP/1.0` as HTTP/1.0.
 */
export class Heads {
  readonly #limit: number
  #length = 0
  /** The last characters of an incomplete request line; `undefined` once it is complete. */
  #line: string | undefined = ''

  constructor(limit: number) {
    this.#limit = limit
  }

  get isArriving(): boolean {
    return this.#length > 0
  }

  take(data: Buffer, from: number, to: number): HeadErrorCode | undefined {
    this.#length += to - from
    if (this.#length > this.#limit) return 'HPE_HEADER_OVERFLOW'
    const isSound = this.#line === undefined || this.#takeLine(this.#line, data, from, to)
    // The last part ends with an empty line.
    if (data[to - 1] === LF && data[to - 3] === LF) {
      this.#length = 0
      this.#line = ''
    }
    return isSound ? undefined : 'HPE_INVALID_CONSTANT'
  }

  /** False if the request line ends in something else than a version of HTTP. */
  #takeLine(line: string, data: Buffer, from: number, to: number): boolean {
    let start = from
    // Empty lines may precede it (RFC 9112, section 2.2).
    while (line === '' && (data[start] === CR || data[start] === LF)) start++
    const end = data.indexOf(LF, start)
    if (end < 0 || end >= to) {
      const text = data.toString('latin1', Math.max(start, to - VERSION), to)
      this.#line = (line + text).slice(-VERSION)
      return true
    }
    this.#line = undefined
    if (end - start >= VERSION) return data[end - VERSION] === H
    return (line + data.toString('latin1', start, end)).at(-VERSION) === 'H'
  }
}
