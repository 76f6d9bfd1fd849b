import { isObject, type JsonObject } from '../../openapi/json.js'
import { WITHOUT_BODY } from '../../openapi/status.js'
import { type HeaderLine, headerOf, type SentRequest } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'

export interface RecordedExchange {
  readonly url: string
  readonly request: SentRequest
  readonly response: ReceivedResponse
}

/**
 * The exchanges of a HAR file (HTTP Archive 1.2), in its order. Left out are requests without a response, and what is
 * none of the service: other URLs than those of HTTP, preflights of CORS, and what the browser has answered itself.
 *
 * @throws {TypeError} if it is none.
 */
export function readHar(text: string): RecordedExchange[] {
  const har: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  const entries = isObject(har) && isObject(har.log) ? har.log.entries : undefined
  if (!Array.isArray(entries)) throw new TypeError('it has no `log.entries`')
  return entries.flatMap((entry: unknown) => exchangeOf(entry) ?? [])
}

function exchangeOf(entry: unknown): RecordedExchange | undefined {
  if (!isObject(entry)) return undefined
  const { request, response, time } = entry
  if (!isObject(request) || !isObject(response) || !Number(response.status)) return undefined
  const url = String(request.url)
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const sent = requestOf(request, url)
  const received = { ...responseOf(response), ms: Number(time) || 0 }
  const isPreflight =
    sent.method === 'OPTIONS' && headerOf(sent, 'access-control-request-method') !== undefined
  // An upgrade to https that the browser has made itself, and what a service worker has answered.
  const isOfBrowser =
    headerOf(received, 'non-authoritative-reason') !== undefined || entry._fetchedViaServiceWorker
  return isPreflight || isOfBrowser ? undefined : { url, request: sent, response: received }
}

function requestOf({ method, headers, postData }: JsonObject, url: string): SentRequest {
  const { text } = Object(postData)
  return {
    method: String(method),
    target: url,
    headers: linesOf(headers),
    ...(typeof text === 'string' && { body: Buffer.from(text) }),
  }
}

function responseOf({ status, headers, content }: JsonObject): Omit<ReceivedResponse, 'ms'> {
  const { text, encoding, size } = Object(content)
  // A browser shows what it had already with 304, and forgets large bodies, but not their sizes.
  const isWithout = WITHOUT_BODY.has(Number(status))
  const body = isWithout ? '' : String(text ?? '')
  return {
    status: Number(status),
    // The text of a recording has no coding any more.
    headers: linesOf(headers).filter(([name]) => !OF_TRANSFER.test(name)),
    body: Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8'),
    ...(text === undefined && size !== 0 && { isPartial: true }),
  }
}

const OF_TRANSFER = /^(content-encoding|content-length|transfer-encoding)$/i

/** Without the pseudo-header fields of HTTP/2; a browser joins lines of one name by a line feed. */
function linesOf(headers: unknown): HeaderLine[] {
  if (!Array.isArray(headers)) return []
  return headers
    .filter(isObject)
    .filter(({ name }) => !String(name).startsWith(':'))
    .flatMap(({ name, value }) =>
      String(value)
        .split('\n')
        .map((each): HeaderLine => [String(name), each]),
    )
}
