import type { IncomingMessage } from 'node:http'
import { DELIMITERS, HEADER_DELIMITERS } from './delimiters.js'
import { mayHold } from './own-name.js'
import { isExplodedObject, type ReadParameter } from './target-type.js'
import { fromContent } from './text-value.js'
import { cookieDecode, notEncoded } from './url-encoding.js'
import { type EncodedMember, pairOf, valueFrom } from './values.js'

export function headerReader({ rawHeaders }: IncomingMessage): ReadParameter {
  return ({ name, style, explode, mediaType }, targetType) => {
    const lines = headerValues(rawHeaders, name)
    if (lines.length === 0) return undefined
    // The same value in one line or in several (RFC 9110, section 5.3; RFC 9113, section 8.2.3).
    const text = lines.join(name === 'cookie' ? '; ' : ', ')
    const split = style && HEADER_DELIMITERS[style]
    if (style === 'content') return fromContent(text, mediaType, targetType)
    const members = split && explode && targetType.object ? split(text, true).map(pairOf) : []
    const texts = members.length > 0 ? [] : [text]
    return valueFrom({ texts, members, split, decode: notEncoded }, targetType)
  }
}

/** The values of a header, one for each occurrence: Node joins them, or drops all but one. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string
    const isNamed = header.length === name.length && header.toLowerCase() === name
    if (isNamed) values.push(rawHeaders[at + 1] as string)
  }
  return values
}

export function cookieReader(header: string | undefined): ReadParameter {
  const cookies = parseCookies(header ?? '')
  return (parameter, targetType) => {
    const { name, style, explode, mediaType } = parameter
    const decode = style === 'cookie' ? notEncoded : cookieDecode
    const isExploded = explode === true && style !== undefined
    const pairs = isExploded && style === 'form' ? cookies.flatMap(inQuery) : cookies
    const members = isExplodedObject(parameter)
      ? pairs.filter(([each]) => mayHold(parameter.targetType, each))
      : []
    const texts = pairs.filter(([each]) => each === name).map(([, text]) => text)
    const [first] = texts
    if (first === undefined && members.length === 0) return undefined
    if (style === 'content') return fromContent(decode(first as string), mediaType, targetType)
    const split = style === undefined || isExploded ? undefined : DELIMITERS[style]
    // The cookie of the longer path comes first (RFC 6265, section 5.4) and is meant; several
    // cookies are no violation.
    const given = isExploded || first === undefined ? texts : [first]
    return valueFrom({ texts: given, members, split, decode }, targetType)
  }
}

/** The pairs of a `Cookie` header (RFC 6265, section 4.2.1), without what is not a pair. */
export function parseCookies(header: string): EncodedMember[] {
  const pairs = header.split(';').filter((pair) => pair.includes('='))
  return pairs.map(pairOf).map(([name, text]) => [name.trim(), unquoted(text.trim())])
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1)
    : value
}

/** Up to 3.1, exploded values are in one cookie, written like a query: `color=blue&color=black`. */
function inQuery([name, value]: EncodedMember): EncodedMember[] {
  return `${name}=${value}`.split('&').map(pairOf)
}
