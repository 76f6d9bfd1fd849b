import { mediaTable } from '../../openapi/media-name.js'
import { essenceOf, findMedia, parseMediaType } from '../../openapi/media-type.js'
import { statusKeys } from '../../openapi/status.js'
import { memoize } from '../../shared/memoize.js'
import type { MediaType, Operation, Response } from '../document/contract.js'
import { codingNamed } from '../exchange/codings.js'
import { headerOf } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'

/** The documented response of a status: its own, that of its range, or `default`. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const known = byStatus(responses)
  const key = statusKeys(status).find((each) => known.has(each.toUpperCase()))
  return key === undefined ? undefined : known.get(key.toUpperCase())
}

const byStatus = memoize(
  (responses: readonly Response[]): ReadonlyMap<string, Response> =>
    new Map(responses.map((each) => [each.status.toUpperCase(), each])),
)

/**
 * True for an undocumented answer to a condition or a range: browsers, players and caches add these by themselves
 * (RFC 9110, sections 13 and 14).
 */
export function isOfClient(operation: Operation, status: number): boolean {
  return [206, 304, 416].includes(status) && responseOf(operation, status) === undefined
}

/** The documented media type that describes a body of a `Content-Type`. */
export function mediaOf(
  content: readonly MediaType[],
  contentType: string,
  parsed = parseMediaType(contentType),
): MediaType | undefined {
  const type = parsed ?? { essence: essenceOf(contentType), parameters: {} }
  return findMedia(tableOf(content), type)
}

const tableOf = memoize((content: readonly MediaType[]) => mediaTable(content))

/** Most bytes of a body without its coding. */
const MOST_BYTES = 16 * 2 ** 20

/** The names of the codings of a response, in the order in which they were applied. */
function codingsOf(response: ReceivedResponse): string[] {
  const text = headerOf(response, 'content-encoding')
  if (text === undefined) return []
  const names = text.toLowerCase().split(',')
  return names.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity')
}

/** True if the kit can undo all codings of a response. */
export function hasKnownCodings(response: ReceivedResponse): boolean {
  return codingsOf(response).every((each) => codingNamed(each) !== undefined)
}

/** The body without its content codings (RFC 9110, section 8.4); `undefined` for one that is unknown or cut off. */
export function decodedBody(response: ReceivedResponse): Buffer | undefined {
  let bytes = response.body
  for (const name of codingsOf(response).reverse()) {
    const coding = codingNamed(name)
    if (coding === undefined) return undefined
    try {
      bytes = coding.decode(bytes, { maxOutputLength: MOST_BYTES })
    } catch {
      return undefined
    }
  }
  return bytes
}
