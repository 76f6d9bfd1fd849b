import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib'

/** A content coding (RFC 9110, section 8.4.1). */
interface Coding {
  encode(bytes: Buffer): Buffer
  /** @throws {Error} for bytes that are not coded so. */
  decode(bytes: Buffer, options: { readonly maxOutputLength: number }): Buffer
}

const GZIP: Coding = { encode: gzipSync, decode: gunzipSync }

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['br', { encode: brotliCompressSync, decode: brotliDecompressSync }],
  ['deflate', { encode: deflateSync, decode: inflateSync }],
  ['gzip', GZIP],
  ['x-gzip', GZIP],
])

/** The coding of a name that is not `identity`, if the kit knows it. */
export function codingNamed(name: string): Coding | undefined {
  return CODINGS.get(name.trim().toLowerCase())
}
