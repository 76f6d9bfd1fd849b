import { readSync } from 'node:fs'

/** What is read ahead: a few pages of the usual size. */
const AHEAD = 4 * 4096

/** Reads a file piece by piece, with few calls of the system. */
export class Window {
  readonly #file: number
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #length = 0

  constructor(file: number) {
    this.#file = file
  }

  /** The file may have changed. */
  refresh(): void {
    this.#length = 0
  }

  /** The piece, or as much of it as there is. It is valid until the next one is read. */
  read(at: number, length: number): Buffer {
    if (at < this.#at || at + length > this.#at + this.#length) this.#move(at, length)
    const start = at - this.#at
    return this.#bytes.subarray(start, Math.min(start + length, this.#length))
  }

  #move(at: number, length: number): void {
    if (this.#bytes.length < length) this.#bytes = Buffer.alloc(Math.max(length, AHEAD))
    this.#at = at
    this.#length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, at)
  }
}
