import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FilePart } from '../contract/handler.js'
import type { MultipartPart } from './part-headers.js'

/** Resolves to the part behind the current one, if it is the next file of the same list. */
type Advance = () => Promise<MultipartPart | undefined>

export function fileOf(
  { filename, type }: MultipartPart,
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): FilePart {
  const stream = Readable.from(chunks, { objectMode: false })
  return { filename, contentType: type.essence, stream }
}

/**
 * A file that is read from the client. It ends when the part behind it is known: an error in that
 * part fails the file, so that no handler takes the request for a valid one.
 */
export function liveFile(part: MultipartPart, advance: Advance): FilePart {
  async function* bytes() {
    yield* part.stream.iterator({ destroyOnReturn: false })
    await advance()
  }
  return fileOf(part, bytes())
}

/** A function that skips the rest of a part and returns the next part; it runs once. */
export function advancing(part: MultipartPart, next: Advance): Advance {
  let asked: Promise<MultipartPart | undefined> | undefined
  return () => {
    asked ??= skip(part.stream).then(next)
    // The caller gets the error, and there may be no caller.
    asked.catch(() => {})
    return asked
  }
}

/** Waits for the end of a part, discarding what has not been read. */
export async function skip(stream: Readable): Promise<void> {
  if (stream.readableEnded) return
  stream.resume()
  await finished(stream)
}

/** A list of files: those in memory, then those that are read from the client. */
export async function* fileList(
  kept: readonly FilePart[],
  live: MultipartPart | undefined,
  next: (part: MultipartPart) => Advance,
): AsyncGenerator<FilePart> {
  yield* kept
  for (let part = live; part !== undefined; ) {
    const advance: Advance = next(part)
    yield liveFile(part, advance)
    part = await advance()
  }
}
