import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { Window } from './file-window.js'
import {
  checksum,
  endsTransaction,
  FRAME_HEAD,
  HEAD,
  type Head,
  readHead,
  type Sum,
} from './log-format.js'

/**
 * The write-ahead log of SQLite, read as it would be after a power cut: through its name, frame by
 * frame, for as long as the checksums hold. What this finds is what will be found again.
 *
 * SQLite itself does not notice when its log is cut off or emptied: it goes on behind the hole, and what
 * it commits there is lost with the process.
 */
export class CommitLog {
  readonly #file: number
  readonly #window: Window
  #head: Head | undefined
  /** Behind the last commit that was found. */
  #end = HEAD
  #sum: Sum | undefined
  /** The frame before the end: whoever cuts the log off takes it away. */
  #last: Buffer = Buffer.alloc(0)

  /** @throws of the file system; the log is there while the database is open. */
  constructor(name: string) {
    this.#file = openSync(name, 'r+')
    this.#window = new Window(this.#file)
    this.advance()
  }

  /** The frames of the log up to the last commit that was found. */
  get frames(): number {
    return this.#head ? (this.#end - HEAD) / (FRAME_HEAD + this.#head.pageSize) : 0
  }

  /** Whether everything that was found is still there. */
  isIntact(): boolean {
    this.#window.refresh()
    if (!this.#head?.bytes.equals(this.#window.read(0, HEAD))) return false
    const { length } = this.#last
    return this.#last.equals(this.#window.read(this.#end - length, length))
  }

  /** Whether nothing that was found is missing: it is still there, or the log was begun anew. */
  isSound(): boolean {
    return this.#head === undefined || this.isIntact() || this.#restart()
  }

  /** Reads on. Whether everything is still there, and one more commit at least. */
  advance(): boolean {
    if (!this.isIntact() && !this.#restart()) return false
    const { pageSize } = this.#head as Head
    const size = FRAME_HEAD + pageSize
    const before = this.#end
    let at = before
    let frame = this.#window.read(at, size)
    let sum = this.#follows(frame, this.#sum as Sum)
    while (sum) {
      at += size
      if (endsTransaction(frame)) this.#found(frame, at, sum)
      frame = this.#window.read(at, size)
      sum = this.#follows(frame, sum)
    }
    return this.#end > before
  }

  /**
   * Cuts off what follows a hole, while nobody else writes: else SQLite copies the hole into the database
   * when it closes. A log that only ends too early it does not copy, and reads as far as it goes.
   */
  trim(): void {
    this.#window.refresh()
    this.#begin(readHead(this.#window.read(0, HEAD)))
    if (this.#head) this.advance()
    ftruncateSync(this.#file, this.#head ? this.#end : 0)
  }

  /** Begins at the beginning, after it was emptied. */
  forget(): void {
    this.#begin(undefined)
  }

  close(): void {
    closeSync(this.#file)
  }

  #found(frame: Buffer, end: number, sum: Sum): void {
    this.#end = end
    this.#sum = sum
    if (this.#last.length === 0) this.#last = Buffer.from(frame)
    else this.#last.set(frame)
  }

  /** When everything is in the database SQLite begins the log anew, with another head. */
  #restart(): boolean {
    const head = readHead(this.#window.read(0, HEAD))
    if (!head || this.#head?.bytes.equals(head.bytes)) return false
    this.#begin(head)
    return true
  }

  #begin(head: Head | undefined): void {
    this.#head = head
    this.#end = HEAD
    this.#sum = head?.sum
    this.#last = Buffer.alloc(0)
  }

  /** The checksum with this frame, if it belongs to the log and is whole. */
  #follows(frame: Buffer, sum: Sum): Sum | undefined {
    const { bytes, pageSize, isLittle } = this.#head as Head
    if (frame.length < FRAME_HEAD + pageSize || frame.compare(bytes, 16, 24, 8, 16) !== 0) return
    const started = checksum(frame, 0, 8, sum, isLittle)
    const next = checksum(frame, FRAME_HEAD, frame.length, started, isLittle)
    const isWhole = frame.readUInt32BE(16) === next[0] && frame.readUInt32BE(20) === next[1]
    return isWhole ? next : undefined
  }
}
