import { finished, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import type { MultipartLimits } from '../request/serve-options.js'
import { type MultipartPart, malformed, partOf } from './part-headers.js'

/** Larger than any limit for headers: longer headers are cut off, and then too large. */
const LIBRARY_HEADER_SIZE = 80 * 1024

/** The parts of a body in order. The body is read no faster than its parts. */
export class MultipartParts {
  readonly #limits: MultipartLimits
  readonly #waiting: MultipartPart[] = []
  #current: Readable | undefined
  /** True if the headers of the current part have arrived. */
  #hasHeaders = true
  #count = 0
  #isDone = false
  #failure: Error | undefined
  #wake!: () => void

  constructor(body: Readable, boundary: string, limits: MultipartLimits) {
    this.#limits = limits
    const parser = new Dicer({ boundary, maxHeaderSize: LIBRARY_HEADER_SIZE } as never)
    parser.on('part', (stream) => this.#begin(stream as unknown as Readable))
    parser.on('finish', () => this.#end())
    parser.on('error', () => this.#fail(malformed('the body ends before its last boundary')))
    finished(body, { writable: false }, (error) => {
      if (error) this.#fail(error)
    })
    body.pipe(parser)
  }

  /** The next part, when it begins; `undefined` after the last one. */
  async next(): Promise<MultipartPart | undefined> {
    for (;;) {
      const part = this.#waiting.shift()
      if (part !== undefined) return part
      if (this.#failure !== undefined) throw this.#failure
      if (this.#isDone) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #begin(stream: Readable): void {
    // A reader gets the error too, and there may be no reader.
    stream.on('error', () => {})
    if (!this.#hasHeaders) this.#fail(malformed('a part has no headers'))
    this.#hasHeaders = false
    this.#current = stream
    if (++this.#count > this.#limits.parts) this.#fail(malformed('there are too many parts'))
    stream.once('header', (headers) => {
      this.#hasHeaders = true
      try {
        this.#waiting.push(partOf(headers, stream, this.#limits.headerSize))
      } catch (error) {
        this.#fail(error as Error)
      }
      this.#wake()
    })
  }

  #end(): void {
    if (!this.#hasHeaders) this.#fail(malformed('a part has no headers'))
    this.#isDone = true
    this.#wake()
  }

  /** Fails all parts, including those that have arrived. */
  #fail(error: Error): void {
    this.#failure ??= error
    this.#waiting.length = 0
    // At once: the library would give the part an error of its own.
    this.#current?.emit('error', this.#failure)
    this.#current?.destroy(this.#failure)
    this.#wake()
  }
}
