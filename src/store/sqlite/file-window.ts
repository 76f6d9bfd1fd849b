import { readSync } from 'node:fs'

/** Bytes to read at once: a few pages of the usual size. */
const READ_AHEAD = 4 * 4096

/** Reads a file piece by piece with few system calls. */
export class FileWindow {
  readonly #file: number
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #length = 0

  constructor(file: number) {
    this.#file = file
  }

  /** Call when the file may have changed. */
  refresh(): void {
    this.#length = 0
  }

  /** The piece, or its existing part. It is valid until the next read. */
  read(at: number, length: number): Buffer {
    if (at < this.#at || at + length > this.#at + this.#length) this.#move(at, length)
    const start = at - this.#at
    return this.#bytes.subarray(start, Math.min(start + length, this.#length))
  }

  #move(at: number, length: number): void {
    if (this.#bytes.length < length) this.#bytes = Buffer.alloc(Math.max(length, READ_AHEAD))
    this.#at = at
    this.#length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, at)
  }
}
