import { shortened } from '../values/shortened.js'
import type { HeaderLine } from './request.js'

/** A response as it came over the wire. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: readonly HeaderLine[]
  readonly body: Buffer
  /** Milliseconds from the request to the end of the response. */
  readonly ms: number
  /** True for a stream that the kit stopped reading. */
  readonly isPartial?: boolean
  /** Bytes of the connection after the response, where they were read. */
  readonly rest?: Buffer
}

/** A request without a response. */
export interface NoResponse {
  /**
   * `time`: none in time; `closed`: the connection ended without one, or in it; `refused`: no connection;
   * `malformed`: it breaks HTTP.
   */
  readonly failure: 'time' | 'closed' | 'refused' | 'malformed'
  readonly detail: string
}

export type Outcome = ReceivedResponse | NoResponse

export function isResponse(outcome: Outcome): outcome is ReceivedResponse {
  return 'status' in outcome
}

/** True for what was done (RFC 9110, section 15.3). */
export function isSuccess(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && isResponse(outcome) && outcome.status < 300
}

export function isRefusal({ status }: ReceivedResponse): boolean {
  return status >= 400 && status < 500
}

/** True for a refusal for what there is already (RFC 9110, section 15.5.10). */
export function isConflict(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && isResponse(outcome) && outcome.status === 409
}

/** True for an answer that says only that there were too many requests (RFC 6585, section 4). */
export function isLimited(outcome: Outcome): outcome is ReceivedResponse {
  return isResponse(outcome) && outcome.status === 429
}

/** The outcome in a few words, for a person. */
export function outcomeText(outcome: Outcome): string {
  if (!isResponse(outcome)) return `no response: ${outcome.detail}`
  const { status, headers, body } = outcome
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = body.length === 0 ? 'no body' : shortened(body.toString('utf8'), 300)
  return [`status ${status}`, ...(type === undefined ? [] : [type]), text].join(', ')
}
