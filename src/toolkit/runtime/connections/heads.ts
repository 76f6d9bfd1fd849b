/** Why the head of a request is refused before it is parsed: as Node's parser says it. */
export type HeadFault = 'HPE_HEADER_OVERFLOW' | 'HPE_INVALID_CONSTANT'

/** As long as the end of a request line is: `HTTP/1.1` and the end of the line. */
const VERSION = 9
const H = 0x48

/**
 * Follows the heads of the requests of one connection while they arrive. Node counts neither the spaces
 * before a value nor what stands between names and values, and takes `RTSP/1.0` for HTTP/1.0.
 */
export class Heads {
  readonly #limit: number
  #length = 0
  /** The end of a request line that has not all arrived; none once it has. */
  #line: string | undefined = ''

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether a head has begun to arrive. */
  get isArriving(): boolean {
    return this.#length > 0
  }

  /** Takes a part of a head; `isWhole`: its last one. */
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

  /** Whether the request line ends in a version of HTTP, as far as it is there. */
  #takeLine(line: string, data: Buffer, from: number, to: number): boolean {
    let start = from
    // Empty lines may stand before it (RFC 9112, section 2.2).
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
