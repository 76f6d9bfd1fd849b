import { withCharset } from '../../openapi/media-name.js'
import { essenceOf, isJson } from '../../openapi/media-type.js'
import { WITHOUT_BODY } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import type { ResponseMedia } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { type ChosenMedia, chooseMedia } from './negotiation.js'
import { ANY, isBytes } from './payload.js'
import { type ResponseContext, report, ruleOf } from './response-context.js'

export function selectMedia(
  context: ResponseContext,
  { body, contentType }: OperationResult,
  content: Readonly<Record<string, ResponseMedia>>,
  accept: string | undefined,
): ChosenMedia | undefined {
  const { status } = context
  const isEmpty = WITHOUT_BODY.has(status) || Object.keys(content).length === 0
  if (isEmpty && body === undefined) return undefined
  if (isEmpty) {
    const rule = `documents no body for status ${status}`
    if (WITHOUT_BODY.has(status)) throw new ResponseError(context.operation, rule)
    report(context, rule)
    return loose(body, contentType)
  }
  if (body === undefined) {
    if (context.operation.method !== 'HEAD') report(context, ruleOf(context, 'no body'))
    return undefined
  }
  const chosen = chooseMedia(content, contentType, accept)
  if (chosen === undefined) report(context, ruleOf(context, contentTypeRule(content, contentType)))
  const isLoose = chosen === undefined || isOtherThanJson(chosen, { body, contentType }, content)
  return isLoose ? loose(body, contentType) : chosen
}

/** True for a text or bytes of another media type than JSON, in a range such as `*\/*` whose values are JSON. */
function isOtherThanJson(
  { media: { kind = 'json' } }: ChosenMedia,
  { body, contentType }: { readonly body: unknown; readonly contentType: string | undefined },
  content: Readonly<Record<string, ResponseMedia>>,
): boolean {
  if (kind !== 'json' || contentType === undefined) return false
  const essence = essenceOf(contentType)
  const isNamed =
    isJson(essence) || Object.keys(content).some((each) => essenceOf(each) === essence)
  return !isNamed && (typeof body === 'string' || isBytes(body))
}

function contentTypeRule(content: object, contentType: string | undefined): string {
  const documented = Object.keys(content).join(', ')
  return contentType === undefined
    ? `no contentType, which has to be in ${documented}`
    : `contentType ${contentType} is not in ${documented}`
}

/** The media type of an undocumented body, which is sent if responses are not checked. */
function loose(body: unknown, contentType?: string): ChosenMedia {
  const chosen = (media: ResponseMedia, type: string) => {
    return { media, type: withCharset(contentType ?? type), isNamed: true, negotiated: false }
  }
  if (isBytes(body)) return chosen({ kind: 'binary' }, 'application/octet-stream')
  const isText = typeof body === 'string' && !isJson(essenceOf(contentType ?? 'application/json'))
  return chosen(isText ? { kind: 'text' } : ANY, 'application/json; charset=utf-8')
}
