import { append } from '../../openapi/json-pointer.js'
import { nameOfMedia } from '../../openapi/media-name.js'
import { parseMediaType } from '../../openapi/media-type.js'
import { memoize } from '../../shared/memoize.js'
import type { MediaType, Response, ValueMediaType } from '../document/contract.js'
import { headerOf } from '../exchange/request.js'
import type { Finding } from './finding.js'
import { judgeForm } from './judge-form.js'
import { judgeItems } from './judge-items.js'
import { judgeJson } from './judge-json.js'
import { judgeMultipart } from './judge-multipart.js'
import type { JudgedExchange } from './judge-response.js'
import { judgeText } from './judge-text.js'
import { decodedBody, hasKnownCodings, mediaOf } from './response-of.js'

export interface JudgedBody<Media = MediaType> {
  readonly exchange: JudgedExchange
  readonly media: Media
  /** As it was sent. */
  readonly contentType: string
  /** Of the media type, as it was sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** Without its content codings. */
  readonly bytes: Buffer
  readonly pointer: string
}

export type JudgedValue = JudgedBody<ValueMediaType>

/** Rules about the media type and the body of a response. */
export function judgeContent(exchange: JudgedExchange, documented: Response): Finding[] {
  const { response } = exchange
  const { content, pointer } = documented
  const lines = response.headers.filter(([name]) => name.toLowerCase() === 'content-type')
  const contentType = lines.map(([, value]) => value).join(', ')
  if (content.length === 0) return judgeNoContent(exchange, documented, contentType)
  const parsed = parseMediaType(contentType)
  const media = parsed && mediaOf(content, contentType, parsed)
  if (parsed === undefined || media === undefined) {
    const expected = content.map(nameOfMedia).join(', ')
    const received = contentType || 'no Content-Type'
    const at = append(pointer, 'content')
    return [{ check: 'media-type-documented', pointer: at, expected, received }]
  }
  const bytes = decodedBody(response)
  if (bytes === undefined) return judgeCoding(response, append(pointer, 'content'))
  const { parameters } = parsed
  const place = pointersOf(documented).get(media) as string
  return judgeBody({ exchange, media, contentType, parameters, bytes, pointer: place })
}

/** Pointers of the media types of a response. */
const pointersOf = memoize(
  ({ content, pointer }: Response): ReadonlyMap<MediaType, string> =>
    new Map(content.map((each) => [each, append(pointer, 'content', each.mediaType)])),
)

/** A coding that the kit knows is undone; of others it knows nothing. */
function judgeCoding(response: JudgedExchange['response'], pointer: string): Finding[] {
  const coding = headerOf(response, 'content-encoding') as string
  if (response.isPartial || !hasKnownCodings(response)) return []
  const received = 'bytes that are not coded so'
  return [{ check: 'body-framing', pointer, expected: `Content-Encoding: ${coding}`, received }]
}

/** An error may explain itself (RFC 9110, section 15.5); a success has what is documented. */
function judgeNoContent(
  { response }: JudgedExchange,
  { pointer }: Response,
  contentType: string,
): Finding[] {
  if (response.body.length === 0 || response.status >= 300) return []
  const received = `${response.body.length} bytes of ${contentType || 'no media type'}`
  return [{ check: 'body-absent', pointer, expected: 'no body', received }]
}

/** A kind of values has a schema: the model gives it one. */
function judgeBody(body: JudgedBody): Finding[] {
  switch (body.media.kind) {
    case 'json':
      return judgeJson(body as JudgedValue)
    case 'text':
      return judgeText(body)
    case 'form':
      return judgeForm(body as JudgedValue)
    case 'multipart':
      return judgeMultipart(body)
    case 'sequential':
      return judgeItems(body as JudgedValue)
    case 'binary':
      return []
  }
}
