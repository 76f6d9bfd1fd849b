import type { Readable } from 'node:stream'

/** The bytes of a request body as they arrive; reading them slowly slows the client down. */
export type ByteStream = Readable

/** The bytes of a response body, at once or as they come. */
export type Bytes = Readable | Uint8Array | AsyncIterable<Uint8Array>

/** The items of a response body that is one value after another. */
export type Sequence<Item> = AsyncIterable<Item> | Iterable<Item>

/** A file in a `multipart` body, as it arrives. */
export interface FilePart {
  /** What the client calls it: never a path to write to. */
  readonly filename: string | undefined
  /** Lower case, without parameters. */
  readonly contentType: string
  readonly stream: Readable
}

/** The members of a `multipart` body, its files as they arrive. */
export type WithFiles<Body, Files> = {
  [Name in keyof Body]: Name extends keyof Files
    ? Files[Name] | Extract<Body[Name], undefined>
    : Body[Name]
}
