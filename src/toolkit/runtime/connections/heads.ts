/** Reason to refuse a head before it is parsed: an error code of Node's parser. */
export type HeadFault = 'HPE_HEADER_OVERFLOW' | 'HPE_INVALID_CONSTANT'

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

  /** True if a part of a head has arrived. */
  get isArriving(): boolean {
    return this.#length > 0
  }

  /**
   * Takes a part of a head.
   *
   * @param isWhole - True if it is the last part.
   */
  take(data: Buffer, from: number, to: number, isWhole: boolean): HeadFault | undefined {
    this.#length += to - from
    if (this.#length > this.#limit) return 'HPE_HEADER_OVERFLOW'
    const isSound = this.#line === undefined || this.#takeLine(this.#line, data, from, to)
    if (isWhole) {
      this.#length = 0
      this.#line = ''
    }
    return isSound ? undefined : 'HPE_INVALID_CONSTANT'
  }

  /** False if the request line ends in something else than a version of HTTP. */
  #takeLine(line: string, data: Buffer, from: number, to: number): boolean {
    let start = from
    // Empty lines may precede it (RFC 9112, section 2.2).
    while (line === '' && (data[start] === 0x0d || data[start] === 0x0a)) start++
    const end = data.indexOf(0x0a, start)
    if (end < 0 || end >= to) {
      this.#line = (line + data.toString('latin1', Math.max(start, to - VERSION), to)).slice(
        -VERSION,
      )
      return true
    }
    this.#line = undefined
    if (end - start >= VERSION) return data[end - VERSION] === H
    return (line + data.toString('latin1', start, end)).at(-VERSION) === 'H'
  }
}
