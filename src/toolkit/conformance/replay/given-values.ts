import { LIMITS, OFFSETS, PAGES } from '../../openapi/resources/names.js'
import { decoded, type HeaderLine, type SentRequest } from '../exchange/request.js'
import { isResponse, type Outcome } from '../exchange/response.js'
import { isIdentityName } from '../values/identity-name.js'
import { bytesOf, type StoredAnswer, type TextChange } from './case-file.js'

/** Values that a server gave when the case was found, and those that it gives now in their place. */
export type GivenValues = Map<string, string>

/** Learns them from an answer then, and the one now, to the same request. */
export function learnValues(
  given: GivenValues,
  then: StoredAnswer,
  now: Outcome,
  change: TextChange,
): void {
  if (!isResponse(now) || then.body === undefined) return
  const body = bytesOf(then.body, change)
  learnJson(given, jsonOf(body), jsonOf(now.body))
  for (const [name, line] of then.headers ?? []) {
    const old = change(line)
    const value = now.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
    if (value === undefined || !/^(location|etag)$/i.test(name)) continue
    learn(given, old, value)
    // The other one may say more before its path: the host, or a base path.
    const [segments, others] = [old, value].map((each) => each.split(/[/?#]/).toReversed())
    for (const [at, segment] of (segments ?? []).entries()) learn(given, segment, others?.[at])
  }
}

/** Names of values that requests send back; of others `1` may be a page as well as a count. */
const SENT_BACK = /cursor|token|next|version|etag/i

function learnJson(given: GivenValues, then: unknown, now: unknown): void {
  for (const [name, value] of Object.entries(Object(then))) {
    const other: unknown = Object(now)[name]
    if (typeof value === 'object') learnJson(given, value, other)
    else if (isIdentityName(name) || SENT_BACK.test(name)) {
      learn(given, String(value), other === undefined ? undefined : String(other))
    }
  }
}

function learn(given: GivenValues, then: string, now: string | undefined): void {
  if (now !== undefined && now !== then && then !== '') given.set(then, now)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** The request with values of now: whole segments of the path, values of the query and of headers. */
export function withValues(request: SentRequest, given: GivenValues): SentRequest {
  if (given.size === 0) return request
  const [path = '', query] = request.target.split(/\?(.*)/s)
  const segments = path.split('/').map((each) => exchanged(each, given))
  const pairs = query?.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    // A number of items may be an identity, too.
    const isCount = [...LIMITS, ...OFFSETS, ...PAGES].includes(name)
    return value === undefined || isCount ? pair : `${name}=${exchanged(value, given)}`
  })
  const headers = request.headers.map(
    ([name, value]): HeaderLine => [name, given.get(value) ?? value],
  )
  const target = segments.join('/') + (pairs === undefined ? '' : `?${pairs.join('&')}`)
  return { ...request, target, headers }
}

function exchanged(text: string, given: GivenValues): string {
  const value = given.get(decoded(text))
  return value === undefined ? text : encodeURIComponent(value)
}
