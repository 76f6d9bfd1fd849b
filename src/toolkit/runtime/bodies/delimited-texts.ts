import type { Readable } from 'node:stream'

export const LINE_FEED = 0x0a
const RECORD_SEPARATOR = 0x1e

/** A stream that breaks its framing. The message never contains the data. */
export class FramingError extends Error {}

export async function* jsonLines(stream: Readable): AsyncGenerator<Buffer> {
  for await (const line of split(stream, LINE_FEED)) {
    if (!isBlank(line)) yield line
  }
}

/** RFC 7464, section 2.1: a record without a line feed at its end may have been cut off. */
export async function* jsonRecords(stream: Readable): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const record of split(stream, RECORD_SEPARATOR)) {
    if (isFirst && !isBlank(record)) throw new FramingError('the text does not begin with RS')
    isFirst = false
    if (isBlank(record)) continue
    if (record.at(-1) !== LINE_FEED) throw new FramingError('a text does not end with a line feed')
    yield record
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

/** Splits a stream at delimiters; the last part may be empty. */
export async function* split(stream: Readable, delimiter: number): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(delimiter, start)
      if (end < 0) break
      yield Buffer.concat([...begun, chunk.subarray(start, end)])
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  yield Buffer.concat(begun)
}
