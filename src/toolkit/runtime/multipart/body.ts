import type { Readable } from 'node:stream'
import type { ParsedMediaType } from '../../openapi/media-type.js'
import type { MultipartBody } from '../contract/request-media.js'
import type { Explain } from '../loading/explainer.js'
import type { MultipartLimits } from './limits.js'
import { malformed } from './part.js'
import { MultipartParts } from './parts.js'
import { readMultipart } from './read.js'

/** What a handler gets of a `multipart/form-data` body. */
export async function multipartBody(
  body: Readable,
  { parameters: { boundary } }: ParsedMediaType,
  media: MultipartBody,
  limits: MultipartLimits,
  explain: Explain,
): Promise<Record<string, unknown>> {
  if (boundary === undefined) throw malformed('the media type has no boundary')
  // RFC 2046, section 5.1.1.
  if (!/^.{1,70}$/.test(boundary)) throw malformed('the boundary is no 1 to 70 characters long')
  return readMultipart(new MultipartParts(body, boundary, limits), media, limits, explain)
}
