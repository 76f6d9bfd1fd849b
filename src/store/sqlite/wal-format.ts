/** The format of the write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */

export const LOG_HEADER = 32

/** Length of a frame's header; a page follows. */
export const FRAME_HEADER = 24

/** A checksum, which continues from frame to frame. */
export type LogChecksum = readonly [number, number]

export interface LogHeader {
  /** All bytes, with the two salts that each frame repeats and that change when the log is restarted. */
  readonly bytes: Buffer
  readonly pageSize: number
  /** True if checksums are of little-endian words; all other numbers are big-endian. */
  readonly isLittleEndian: boolean
  readonly checksum: LogChecksum
}

/** Reads the header of a log; `undefined` if it is incomplete or invalid. */
export function readHeader(bytes: Buffer): LogHeader | undefined {
  if (bytes.length < LOG_HEADER) return undefined
  const magic = bytes.readUInt32BE(0)
  // The last bit is the byte order.
  if (magic >>> 1 !== 0x377f0682 >>> 1) return undefined
  const isLittleEndian = (magic & 1) === 0
  const sum = checksum(bytes, 0, 24, [0, 0], isLittleEndian)
  if (bytes.readUInt32BE(24) !== sum[0] || bytes.readUInt32BE(28) !== sum[1]) return undefined
  const pageSize = bytes.readUInt32BE(8)
  return { bytes: Buffer.from(bytes), pageSize, isLittleEndian, checksum: sum }
}

/** True if a frame ends a transaction: only then it contains the size of the database. */
export function endsTransaction(frame: Buffer): boolean {
  return frame.readUInt32BE(4) !== 0
}

/** Continues a checksum over pairs of 32-bit words. */
export function checksum(
  bytes: Buffer,
  start: number,
  end: number,
  [first, second]: LogChecksum,
  isLittleEndian: boolean,
): LogChecksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // As signed integers, which take a quarter of the time of unsigned ones in V8.
  let a = first | 0
  let b = second | 0
  for (let at = start; at < end; at += 8) {
    a = (a + view.getInt32(at, isLittleEndian) + b) | 0
    b = (b + view.getInt32(at + 4, isLittleEndian) + a) | 0
  }
  return [a >>> 0, b >>> 0]
}
