/** The format of the write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */

/** The length of the head of a log. */
export const HEAD = 32

/** The length of the head of a frame; a page follows. */
export const FRAME_HEAD = 24

/** A checksum, which goes on from frame to frame. */
export type Sum = readonly [number, number]

/** The head of a log. */
export interface Head {
  /** Two salts among them that each frame repeats; they change whenever the log begins anew. */
  readonly bytes: Buffer
  readonly pageSize: number
  /** Whether checksums are of little-endian words; everything else is big-endian. */
  readonly isLittle: boolean
  readonly sum: Sum
}

/** Reads the head of a log; `undefined` when it is none, or not whole. */
export function readHead(bytes: Buffer): Head | undefined {
  if (bytes.length < HEAD) return undefined
  const mark = bytes.readUInt32BE(0)
  // The last bit is the order of bytes.
  if (mark >>> 1 !== 0x377f0682 >>> 1) return undefined
  const isLittle = (mark & 1) === 0
  const sum = checksum(bytes, 0, 24, [0, 0], isLittle)
  if (bytes.readUInt32BE(24) !== sum[0] || bytes.readUInt32BE(28) !== sum[1]) return undefined
  return { bytes: Buffer.from(bytes), pageSize: bytes.readUInt32BE(8), isLittle, sum }
}

/** Whether a frame ends a transaction: it has the size of the database then. */
export function endsTransaction(frame: Buffer): boolean {
  return frame.readUInt32BE(4) !== 0
}

/** The checksum of a text of words, two at a time. */
export function checksum(
  bytes: Buffer,
  start: number,
  end: number,
  [first, second]: Sum,
  isLittle: boolean,
): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let a = first
  let b = second
  for (let at = start; at < end; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0
  }
  return [a, b]
}
