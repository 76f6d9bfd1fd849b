import { getDefaultHighWaterMark, Readable } from 'node:stream'

type Chunk = string | Uint8Array

/** A stream of what is printed of the items of an iterable, which is left as soon as the stream ends. */
export function streamOf<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  print: (item: Item, index: number) => Chunk,
): Readable {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let index = 0
  let isOver = false
  const chunks: AsyncIterableIterator<Chunk> = {
    [Symbol.asyncIterator]: () => chunks,
    async next() {
      try {
        const { done = false, value } = await iterator.next()
        isOver ||= done
        if (isOver) return { done: true, value: undefined }
        return { done, value: print(value, index++) }
      } catch (error) {
        throw error instanceof Error ? error : new Error('not an error', { cause: error })
      }
    },
    async return() {
      // It may take its time, while the stream is closed already. A stream's iterator waits for its next item.
      if (!isOver) discard(source instanceof Readable ? source : iterator)
      isOver = true
      return { done: true, value: undefined }
    },
  }
  const highWaterMark = getDefaultHighWaterMark(false)
  return Readable.from(chunks, { objectMode: false, highWaterMark })
}

/** Closes the stream or iterator of a body that is not sent. */
export function discard(body: unknown): undefined {
  if (typeof body !== 'object' || body === null) return
  if (body instanceof Readable) {
    body.once('error', () => {}).destroy()
    return
  }
  const { return: leave } = body as { return?: unknown }
  // An error during the clean-up is ignored.
  if (typeof leave === 'function') {
    new Promise((done) => done(leave.call(body))).catch(() => {})
  }
}
