import type { Readable } from 'node:stream'

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
