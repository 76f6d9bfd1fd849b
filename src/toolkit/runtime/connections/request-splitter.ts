import type { IncomingMessage } from 'node:http'
import { WholeRequest } from './whole-request.js'

/** End of a head, and of a chunked body. */
const END = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a

/** Splits the data of one connection into pieces in which at most one request starts. */
export class RequestSplitter {
  readonly #heads: Heads
  readonly #whole = new WholeRequest()
  /** True if the next piece is {@link #whole}. */
  #isWhole = false
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
    // Most requests arrive alone, and Node's parser takes more time for two pieces.
    this.#isWhole = !this.isArriving && this.#whole.find(data, from)
    this.#bodyBehind = this.#isWhole ? data.length - from - this.#whole.headLength : 0
    if (this.#isWhole) return data.length
    const found = data.indexOf(END, from)
    const end = found < 0 ? withoutHalfEnd(data, from) : found + END.length
    if (end === from) this.#tail = data.subarray(from)
    return end
  }

  /** A piece is about to be parsed; returns the reason to refuse it. */
  take(data: Buffer, from: number, to: number): HeadErrorCode | undefined {
    if (this.#bodyLeft > 0) this.#bodyLeft -= to - from
    else if (this.#isWhole) return this.#heads.takeWhole(data, from, this.#whole)
    else if (!this.hasBody) return this.#heads.take(data, from, to)
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

  /** The same for the head of a request that has arrived as a whole. */
  takeWhole(data: Buffer, from: number, request: WholeRequest): HeadErrorCode | undefined {
    if (request.headLength > this.#limit) return 'HPE_HEADER_OVERFLOW'
    const version = request.lineEnd - 1 - VERSION
    return version >= from && data[version] === H ? undefined : 'HPE_INVALID_CONSTANT'
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
