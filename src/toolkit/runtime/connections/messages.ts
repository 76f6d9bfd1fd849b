import type { IncomingMessage } from 'node:http'
import { type HeadFault, Heads } from './heads.js'

/** End of a head, and of a chunked body. */
const END = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a

/** Boundaries of the requests that arrive on one connection. */
export class Messages {
  readonly #heads: Heads
  #arriving: IncomingMessage | undefined
  #bodyLeft = 0
  #tail: Buffer | undefined

  constructor(headerLimit: number) {
    this.#heads = new Heads(headerLimit)
  }

  /** True if a request has arrived in part. */
  get isArriving(): boolean {
    return this.#heads.isArriving || this.hasBody
  }

  /** True if a body is arriving. */
  get hasBody(): boolean {
    return this.#arriving !== undefined
  }

  /** The head of a request has been parsed. */
  begin(request: IncomingMessage): void {
    this.#arriving = request
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0)
  }

  /** New data, preceded by what was kept. */
  joined(data: Buffer): Buffer {
    const tail = this.#tail
    this.#tail = undefined
    return tail === undefined ? data : Buffer.concat([tail, data])
  }

  /**
   * End of the next piece that may be parsed at once: at most one request starts in it. Equal to
   * `from` if the rest may be a part of {@link END}, which is kept.
   */
  nextEnd(data: Buffer, from: number): number {
    if (this.#bodyLeft > 0) return Math.min(data.length, from + this.#bodyLeft)
    const found = data.indexOf(END, from)
    const end = found < 0 ? withoutHalfEnd(data, from) : found + END.length
    if (end === from) this.#tail = data.subarray(from)
    return end
  }

  /** A piece is about to be parsed; returns the reason to refuse it. */
  take(data: Buffer, from: number, to: number): HeadFault | undefined {
    if (this.#bodyLeft > 0) this.#bodyLeft -= to - from
    else if (!this.hasBody) {
      const isWhole = data[to - 1] === LF && data[to - 3] === LF
      return this.#heads.take(data, from, to, isWhole)
    }
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
