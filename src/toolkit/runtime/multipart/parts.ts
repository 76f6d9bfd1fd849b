import { finished, type Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import type { MultipartLimits } from './limits.js'
import { type MultipartPart, malformed, partOf } from './part.js'

/** More than any limit on headers may be: what is longer is cut off, and so too large. */
const LIBRARY_HEADER_SIZE = 80 * 1024

/**
 * The parts of a body in their order. The stream of each has to be read before there is a next one:
 * the body is not read faster than its parts are.
 */
export class MultipartParts {
  readonly #limits: MultipartLimits
  readonly #waiting: MultipartPart[] = []
  #current: Readable | undefined
  #isHeaded = true
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

  /** The next part, when it begins; none after the last one. */
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
    // Who reads it is told too; nobody may be reading it.
    stream.on('error', () => {})
    if (!this.#isHeaded) this.#fail(malformed('a part has no headers'))
    this.#isHeaded = false
    this.#current = stream
    if (++this.#count > this.#limits.parts) this.#fail(malformed('there are too many parts'))
    stream.once('header', (headers) => {
      this.#isHeaded = true
      try {
        this.#waiting.push(partOf(headers, stream, this.#limits.headerSize))
      } catch (error) {
        this.#fail(error as Error)
      }
      this.#wake()
    })
  }

  #end(): void {
    if (!this.#isHeaded) this.#fail(malformed('a part has no headers'))
    this.#isDone = true
    this.#wake()
  }

  /** Nothing more comes: parts that have come are none the better for it. */
  #fail(error: Error): void {
    this.#failure ??= error
    this.#waiting.length = 0
    // At once: next the library gives the part a fault of its own, and the first one is told.
    this.#current?.emit('error', this.#failure)
    this.#current?.destroy(this.#failure)
    this.#wake()
  }
}
