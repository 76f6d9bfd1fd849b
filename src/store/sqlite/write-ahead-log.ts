import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { FileWindow } from './file-window.js'
import {
  checksum,
  endsTransaction,
  FRAME_HEADER,
  LOG_HEADER,
  type LogChecksum,
  type LogHeader,
  readHeader,
} from './wal-format.js'

/**
 * SQLite's write-ahead log, read as after a power failure: through its name, frame by frame, up to the first
 * invalid checksum.
 *
 * SQLite does not notice when its log is truncated: it continues behind the hole, and loses those commits
 * with the process.
 */
export class CommitLog {
  readonly #file: number
  readonly #window: FileWindow
  #header: LogHeader | undefined
  /** Position behind the last commit that was read. */
  #end = LOG_HEADER
  #checksum: LogChecksum | undefined
  /** The frame before the end, which any truncation removes. */
  #last: Buffer = Buffer.alloc(0)

  /** @throws an error of the file system. The log exists while the database is open. */
  constructor(name: string) {
    this.#file = openSync(name, 'r+')
    this.#window = new FileWindow(this.#file)
    this.advance()
  }

  /** Number of frames up to the last commit that was read. */
  get frames(): number {
    return this.#header ? (this.#end - LOG_HEADER) / (FRAME_HEADER + this.#header.pageSize) : 0
  }

  /** True if everything that was read still exists. */
  isIntact(): boolean {
    this.#window.refresh()
    if (!this.#header?.bytes.equals(this.#window.read(0, LOG_HEADER))) return false
    const { length } = this.#last
    return this.#last.equals(this.#window.read(this.#end - length, length))
  }

  /** True if nothing is lost: everything that was read exists, or SQLite has restarted the log. */
  isSound(): boolean {
    return this.#header === undefined || this.isIntact() || this.#restart()
  }

  /** Reads on. Returns true if nothing is lost and there is at least one new commit. */
  advance(): boolean {
    if (!this.isIntact() && !this.#restart()) return false
    const { pageSize } = this.#header as LogHeader
    const size = FRAME_HEADER + pageSize
    const before = this.#end
    let at = before
    let frame = this.#window.read(at, size)
    let sum = this.#checksumWith(frame, this.#checksum as LogChecksum)
    while (sum) {
      at += size
      if (endsTransaction(frame)) this.#accept(frame, at, sum)
      frame = this.#window.read(at, size)
      sum = this.#checksumWith(frame, sum)
    }
    return this.#end > before
  }

  /**
   * Reads the log from its beginning: a process that is killed may leave a whole transaction that SQLite does
   * not know, and that the next one overwrites.
   */
  reread(): void {
    this.#window.refresh()
    this.#begin(readHeader(this.#window.read(0, LOG_HEADER)))
    if (this.#header) this.advance()
  }

  /** Truncates the log before a hole, while nobody writes: SQLite would copy the hole into the database. */
  trim(): void {
    this.reread()
    ftruncateSync(this.#file, this.#header ? this.#end : 0)
  }

  /** Call after the log was emptied. */
  forget(): void {
    this.#begin(undefined)
  }

  close(): void {
    closeSync(this.#file)
  }

  #accept(frame: Buffer, end: number, sum: LogChecksum): void {
    this.#end = end
    this.#checksum = sum
    if (this.#last.length === 0) this.#last = Buffer.from(frame)
    else this.#last.set(frame)
  }

  /** SQLite restarts the log, with another header, when all of it is in the database. */
  #restart(): boolean {
    const header = readHeader(this.#window.read(0, LOG_HEADER))
    if (!header || this.#header?.bytes.equals(header.bytes)) return false
    this.#begin(header)
    return true
  }

  #begin(header: LogHeader | undefined): void {
    this.#header = header
    this.#end = LOG_HEADER
    this.#checksum = header?.checksum
    this.#last = Buffer.alloc(0)
  }

  /** The checksum after this frame; `undefined` if the frame is incomplete or of another log. */
  #checksumWith(frame: Buffer, sum: LogChecksum): LogChecksum | undefined {
    const { bytes, pageSize, isLittleEndian } = this.#header as LogHeader
    if (frame.length < FRAME_HEADER + pageSize || frame.compare(bytes, 16, 24, 8, 16) !== 0) return
    const started = checksum(frame, 0, 8, sum, isLittleEndian)
    const next = checksum(frame, FRAME_HEADER, frame.length, started, isLittleEndian)
    const isWhole = frame.readUInt32BE(16) === next[0] && frame.readUInt32BE(20) === next[1]
    return isWhole ? next : undefined
  }
}
