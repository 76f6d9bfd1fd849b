import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { mediaTable } from '../../openapi/media-name.js'
import { essenceOf, findMedia, parseMediaType } from '../../openapi/media-type.js'
import { statusKeys } from '../../openapi/status.js'
import type { MediaType, Operation, Response } from '../document/contract.js'
import { headerOf } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'

/** The documented response of a status: its own, that of its range, or `default`. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const byStatus = new Map(responses.map((each) => [each.status.toUpperCase(), each]))
  return statusKeys(status)
    .map((key) => byStatus.get(key.toUpperCase()))
    .find((each) => each !== undefined)
}

/** The documented media type that describes a body of a `Content-Type`. */
export function mediaOf(content: readonly MediaType[], contentType: string): MediaType | undefined {
  const parsed = parseMediaType(contentType) ?? { essence: essenceOf(contentType), parameters: {} }
  return findMedia(mediaTable(content), parsed)
}

/** Most bytes of a body without its coding. */
const MOST_BYTES = 16 * 2 ** 20

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: object) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
}

export function isKnownCoding(coding: string): boolean {
  return ['', 'identity', ...Object.keys(DECODERS)].includes(coding.toLowerCase())
}

/** The body without its content codings (RFC 9110, section 8.4); `undefined` for one that is unknown or cut off. */
export function decodedBody(response: ReceivedResponse): Buffer | undefined {
  const codings = (headerOf(response, 'content-encoding') ?? '').toLowerCase().split(',')
  let bytes = response.body
  for (const coding of codings.map((each) => each.trim()).reverse()) {
    if (coding === '' || coding === 'identity') continue
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
    try {
      if (decode === undefined) return undefined
      bytes = decode(bytes, { maxOutputLength: MOST_BYTES })
    } catch {
      return undefined
    }
  }
  return bytes
}
