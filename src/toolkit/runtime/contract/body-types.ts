import type { Readable } from 'node:stream'

/** The bytes of a body as they arrive; reading them slowly slows the client down. */
export type ByteStream = Readable

/** The bytes of a body that is sent, at once or as they come. */
export type Bytes = Readable | Uint8Array | AsyncIterable<Uint8Array>

/** The items of a body that is sent and is one value after another. */
export type Sequence<Item> = AsyncIterable<Item> | Iterable<Item>

/** A file in a `multipart` body. */
export interface FilePart {
  /** What the client calls it: never a path to write to. */
  readonly filename?: string | undefined
  /** Lower case, without parameters. */
  readonly contentType: string
  /** Of a request, to be read once. */
  readonly stream: Readable
}

/**
 * The members of a `multipart` body. No file is written to disk: small ones wait in memory until all
 * parts have arrived (`multipart.memory` of `serve` says how much there may be), and a handler finds
 * every part. The first file that does not fit is read from the client while the handler reads it, as
 * slowly as the handler does; after it only more files of the same list can follow, so that clients
 * send large files last. Any other part there is refused, before the file ends.
 *
 * A list of files gives one after the other: what has not been read of a file when the next one is
 * asked for is skipped.
 */
export type WithFiles<Body, Files> = {
  [Name in keyof Body]: Name extends keyof Files
    ? Files[Name] | Extract<Body[Name], undefined>
    : Body[Name]
}
