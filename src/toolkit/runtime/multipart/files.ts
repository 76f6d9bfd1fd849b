import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FilePart } from '../contract/body-types.js'
import type { MultipartPart } from './part.js'

/** What follows the part that is being read: the next file of its list, if any. */
export type Advance = () => Promise<MultipartPart | undefined>

/** A file whose bytes are in memory. */
export function keptFile(part: MultipartPart, chunks: readonly Buffer[]): FilePart {
  return { ...described(part), stream: Readable.from(chunks, { objectMode: false }) }
}

/**
 * A file that is read from the client. It ends when it is known what follows: what may not follow is
 * an error in it, so that nobody takes the request for a good one.
 */
export function liveFile(part: MultipartPart, advance: Advance): FilePart {
  async function* bytes() {
    yield* part.stream.iterator({ destroyOnReturn: false })
    await advance()
  }
  return { ...described(part), stream: Readable.from(bytes(), { objectMode: false }) }
}

function described({ filename, type }: MultipartPart): Omit<FilePart, 'stream'> {
  return { filename, contentType: type.essence }
}

/** What asks once for the part after this one, when this one has been read or skipped. */
export function advancing(
  part: MultipartPart,
  next: () => Promise<MultipartPart | undefined>,
): Advance {
  let asked: Promise<MultipartPart | undefined> | undefined
  return () => {
    asked ??= skip(part.stream).then(next)
    // Who waits for it is told; nobody may be waiting.
    asked.catch(() => {})
    return asked
  }
}

/** Waits for the end of a part, throwing away what nobody has read. */
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
