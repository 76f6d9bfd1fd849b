import { withCharset, writeMediaType } from '../../openapi/media-name.js'
import { concreteType, findMedia, parseMediaType } from '../../openapi/media-type.js'
import type { ResponseContent, ResponseMedia } from '../contract/media.js'
import { negotiate } from './accept.js'

/** The media type of a response body. */
export interface ChosenMedia {
  readonly media: ResponseMedia
  /** The value of `Content-Type`. */
  readonly type: string
  /** True if the handler has named it. */
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
