import { isUtf8 } from 'node:buffer'
import type { HeaderLine, RawRequest, SentRequest } from '../exchange/request.js'
import { isResponse, type Outcome } from '../exchange/response.js'
import type { CheckName } from '../judge/checks.js'

/** Bytes as text: of UTF-8, or a character for each byte. */
export type StoredBytes = { readonly text: string } | { readonly latin1: string }

/** A request with its bytes in some form. */
type RequestIn<Bytes> = PlainRequestIn<Bytes> | RawRequestIn<Bytes>

interface PlainRequestIn<Bytes> extends Omit<SentRequest, 'body'> {
  readonly body?: Bytes
}

interface RawRequestIn<Bytes> extends Omit<RawRequest, 'bytes' | 'judgedAs'> {
  readonly bytes: Bytes
  readonly judgedAs?: PlainRequestIn<Bytes>
}

/** A request in a file, with variables in place of secrets. */
export type StoredRequest = RequestIn<StoredBytes>

/** A response in a file; without a status there was none. */
export interface StoredAnswer {
  readonly status?: number
  readonly headers?: readonly HeaderLine[]
  readonly body?: StoredBytes
}

export interface StoredStep {
  readonly request: StoredRequest
  readonly answer: StoredAnswer
}

/**
 * How a replay tells whether a case still fails. `document`: by the rules of the document for the last response.
 * `state`: so, but if none is broken nothing is known, since the response tells of what was there. `status`: by the
 * status of the last response. `answer`: it does if all responses are as they were. `run`: not at all, as only requests at once, or several, tell.
 */
export const CASE_PROOFS = ['document', 'state', 'status', 'answer', 'run'] as const

export type CaseProof = (typeof CASE_PROOFS)[number]

/** A case that failed, as a file that replays. */
export interface CaseFile {
  readonly check: CheckName
  readonly title: string
  readonly operation: string
  readonly operationId: string
  readonly pointer: string
  readonly what: string
  readonly expected: string
  readonly received: string
  /** The key of the violation, as baselines have it. */
  readonly key: string
  readonly isFlaky: boolean
  readonly proof: CaseProof
  /** Statuses that keep the rule: `404`, `4XX`. */
  readonly accepted?: readonly string[]
  readonly seed: number
  /** The base URL of the run. */
  readonly target: string
  /** Numbers that identities were made of: each replay has others in their place. */
  readonly identities: readonly number[]
  /** The requests, in order; the last one shows the fault. */
  readonly steps: readonly StoredStep[]
}

export type TextChange = (text: string) => string

export function storedRequest(
  request: SentRequest | RawRequest,
  change: TextChange,
): StoredRequest {
  return changedRequest(request, change, (bytes) => storedBytes(bytes, change))
}

export function storedAnswer(outcome: Outcome, change: TextChange): StoredAnswer {
  if (!isResponse(outcome)) return {}
  const { status, headers, body } = outcome
  return { status, headers: changedLines(headers, change), body: storedBytes(body, change) }
}

export function requestOf(stored: StoredRequest, change: TextChange): SentRequest | RawRequest {
  return changedRequest(stored, change, (bytes) => bytesOf(bytes, change))
}

function changedRequest<From, To>(
  request: RequestIn<From>,
  change: TextChange,
  changeBytes: (bytes: From) => To,
): RequestIn<To> {
  if (!('bytes' in request)) return changedPlain(request, change, changeBytes)
  const { bytes, judgedAs, ...rest } = request
  const judged = judgedAs && { judgedAs: changedPlain(judgedAs, change, changeBytes) }
  return { ...rest, bytes: changeBytes(bytes), ...judged }
}

function changedPlain<From, To>(
  { method, target, headers, body }: PlainRequestIn<From>,
  change: TextChange,
  changeBytes: (bytes: From) => To,
): PlainRequestIn<To> {
  return {
    method,
    target: change(target),
    headers: changedLines(headers, change),
    ...(body !== undefined && { body: changeBytes(body) }),
  }
}

export function bytesOf(stored: StoredBytes, change: TextChange): Buffer {
  return 'text' in stored
    ? Buffer.from(change(stored.text))
    : Buffer.from(change(stored.latin1), 'latin1')
}

function storedBytes(bytes: Buffer, change: TextChange): StoredBytes {
  return isUtf8(bytes)
    ? { text: change(bytes.toString()) }
    : { latin1: change(bytes.toString('latin1')) }
}

function changedLines(lines: readonly HeaderLine[], change: TextChange): HeaderLine[] {
  return lines.map(([name, value]): HeaderLine => [name, change(value)])
}
