import { parametersIn, withCharset, writeMediaType } from '../../openapi/media-name.js'
import {
  concreteType,
  essenceOf,
  findMedia,
  isJson,
  type ParsedMediaType,
  parseMediaType,
} from '../../openapi/media-type.js'
import { WITHOUT_BODY } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import type { ResponseContent, ResponseMedia } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { headerList } from '../parameters/delimiters.js'
import { ANY, isBytes } from './payload.js'
import { type ResponseContext, report, ruleOf } from './response-context.js'

export interface ChosenMedia {
  readonly media: ResponseMedia
  /** The value of `Content-Type`. */
  readonly type: string
  readonly isNamed?: boolean
  /** True if `Accept` was considered. */
  readonly negotiated: boolean
}

/**
 * The media type of a body: the one that the handler names, else the one that the client prefers
 * among those that take the same values as the first one. If it accepts none it gets the first one
 * (RFC 9110, section 12.5.1, allows to disregard `Accept`), which is more useful than 406.
 */
export function chooseMedia(
  content: ResponseContent,
  named: string | undefined,
  accept: string | undefined,
): ChosenMedia | undefined {
  if (named !== undefined) {
    const type = parseMediaType(named)
    if (type === undefined || type.essence.includes('*')) return undefined
    const media = findMedia(content, type)
    if (media === undefined) return undefined
    const others = Object.entries(type.parameters).filter(([name, value]) => {
      return media.parameters?.[name] !== value
    })
    const written = others.length === 0 ? described(type.essence, media) : withCharset(named)
    return { media, type: written, isNamed: true, negotiated: false }
  }
  const [first] = Object.values(content)
  const alike = Object.entries(content).flatMap(([range, media]) => {
    const type = concreteType(range, media, content)
    const isOffered = type !== undefined && isLike(media, first as ResponseMedia)
    return isOffered ? [[described(type, media), media] as const] : []
  })
  const offered = new Map(alike)
  const [fallback] = offered.keys()
  // With one media type, `Accept` need not be read.
  const liked = offered.size > 1 ? negotiate(accept, [...offered.keys()]) : undefined
  const type = liked ?? fallback
  if (type === undefined) return undefined
  const media = offered.get(type) as ResponseMedia
  return { media, type, negotiated: offered.size > 1 }
}

/** True if two media types take the same values, so that a handler need not name one. */
function isLike(one: ResponseMedia, other: ResponseMedia): boolean {
  const [schema, likeSchema] = [one, other].map((each) => ('schema' in each ? each.schema : ''))
  return one.kind === other.kind && schema === likeSchema
}

/** A media type with its parameters, including the charset of text. */
function described(type: string, { kind, parameters = {} }: ResponseMedia): string {
  const isText = kind === undefined || kind === 'text' || type.startsWith('text/')
  const all = { ...parameters, ...(isText && { charset: 'utf-8' }) }
  return writeMediaType(type, all)
}

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1), the first one if several are
 * equal; `undefined` if it accepts none. Without `Accept` it accepts all.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]) {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = rangesIn(accept)
  const qualities = offered.map((name) => qualityOf(name, ranges))
  const most = Math.max(...qualities)
  return most > 0 ? offered[qualities.indexOf(most)] : undefined
}

type AcceptRange = ParsedMediaType & { readonly quality: number }

function rangesIn(accept: string): AcceptRange[] {
  return headerList(accept).flatMap((element) => {
    const media = parseMediaType(element)
    // With `charset=utf-8` it asks for what every text has.
    const { q = '1', ...parameters } = parametersIn(element)
    return media ? { essence: media.essence, parameters, quality: Number(q) || 0 } : []
  })
}

function qualityOf(name: string, ranges: readonly AcceptRange[]): number {
  const type = parseMediaType(name) as ParsedMediaType
  const fitting = ranges.filter(({ parameters }) =>
    Object.entries(parameters).every(([key, value]) => type.parameters[key] === value),
  )
  const table = Object.fromEntries(fitting.map((each, at) => [`${each.essence};${at}`, each]))
  return findMedia(table, type)?.quality ?? 0
}

export function selectMedia(
  context: ResponseContext,
  result: OperationResult,
  content: ResponseContent,
  accept: string | undefined,
): ChosenMedia | undefined {
  const { status } = context
  const { body, contentType } = result
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
  const isLoose = chosen === undefined || isOtherThanJson(chosen, result, content)
  return isLoose ? loose(body, contentType) : chosen
}

/** True for a text or bytes of another media type than JSON, in a range such as `*\/*` whose values are JSON. */
function isOtherThanJson(
  { media: { kind = 'json' } }: ChosenMedia,
  { body, contentType }: OperationResult,
  content: ResponseContent,
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
