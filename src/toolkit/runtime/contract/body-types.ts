import type { Readable } from 'node:stream'

/** The bytes of a body as they arrive; reading them slowly slows the client down. */
export type ByteStream = Readable

/** The bytes of a response body, at once or as a stream. */
export type Bytes = Readable | Uint8Array | AsyncIterable<Uint8Array>

/** The items of a sequential response body. */
export type Sequence<Item> = AsyncIterable<Item> | Iterable<Item>

/** A file in a `multipart` body. */
export interface FilePart {
  /** The name that the client gives: never a path to write to. */
  readonly filename?: string | undefined
  /** Lower case, without parameters. */
  readonly contentType: string
  /** In a request, to be read once. */
  readonly stream: Readable
}

/**
 * The members of a `multipart` body. No file is written to disk: small ones wait in memory until
 * all parts have arrived (up to `multipart.memory` of `serve`), and the handler gets every part.
 * The first file that does not fit is read from the client while the handler reads it, at the
 * handler's speed. After it, only more files of the same list may follow, so that clients send
 * large files last. Any other part after it is refused, before the file ends.
 *
 * A list of files gives one after the other: the rest of a file is skipped when the next one is
 * requested.
 */
export type WithFiles<Body, Files> = {
  [Name in keyof Body]: Name extends keyof Files
    ? Files[Name] | Extract<Body[Name], undefined>
    : Body[Name]
}
