import { essenceOf, isJson } from '../../openapi/media-type.js'
import { WITHOUT_BODY } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import type { ResponseMedia } from '../contract/response-media.js'
import { type ChosenMedia, chooseMedia } from './negotiate.js'
import { ANY, isBytes } from './payload.js'
import { ResponseError } from './response-error.js'
import { report, ruleOf, type Sending } from './sending.js'

/** The media type of a body, where there is one to send. */
export function selectMedia(
  sending: Sending,
  { status, body, contentType }: OperationResult,
  content: Readonly<Record<string, ResponseMedia>>,
  accept: string | undefined,
): ChosenMedia | undefined {
  const isEmpty = WITHOUT_BODY.has(status) || Object.keys(content).length === 0
  if (isEmpty && body === undefined) return undefined
  if (isEmpty) {
    const rule = `documents no body for status ${status}`
    if (WITHOUT_BODY.has(status)) throw new ResponseError(sending.operation, rule)
    report(sending, rule)
    return loose(body, contentType)
  }
  if (body === undefined) {
    if (sending.operation.method !== 'HEAD') report(sending, ruleOf(status, 'no body'))
    return undefined
  }
  const chosen = chooseMedia(content, contentType, accept)
  if (chosen === undefined) report(sending, ruleOf(status, contentTypeRule(content, contentType)))
  return chosen ?? loose(body, contentType)
}

function contentTypeRule(content: object, contentType: string | undefined): string {
  const documented = Object.keys(content).join(', ')
  return contentType === undefined
    ? `no contentType, which has to be in ${documented}`
    : `contentType ${contentType} is not in ${documented}`
}

/** A body that the contract knows nothing of, where that does not matter. */
function loose(body: unknown, contentType?: string): ChosenMedia {
  const chosen = (media: ResponseMedia, type: string) => ({
    media,
    type: contentType ?? type,
    negotiated: false,
  })
  if (isBytes(body)) return chosen({ kind: 'binary' }, 'application/octet-stream')
  const isText = typeof body === 'string' && !isJson(essenceOf(contentType ?? 'application/json'))
  return chosen(isText ? { kind: 'text' } : ANY, 'application/json; charset=utf-8')
}
