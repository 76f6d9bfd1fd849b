import { fromContent } from './content.js'
import { asItIs, cookieDecode } from './decode.js'
import { DELIMITERS } from './delimiters.js'
import { isSpread, type PreparedParameter, type ReadParameter } from './prepared.js'
import { type EncodedMember, valueFrom } from './values.js'

/** Reads cookies from the `Cookie` header, which Node joins where there are several. */
export function cookieReader(header: string | undefined): ReadParameter {
  const cookies = parseCookies(header ?? '')
  return (parameter, shape) => {
    const { name, style, explode, mediaType } = parameter
    const decode = style === 'cookie' ? asItIs : cookieDecode
    const isExploded = explode === true && style !== undefined
    const pairs = isExploded && style === 'form' ? cookies.flatMap(inQuery) : cookies
    const members = isSpread(parameter) ? pairs.filter(isMemberOf(parameter)) : []
    const texts = pairs.filter(([each]) => each === name).map(([, text]) => text)
    const [first] = texts
    if (first === undefined && members.length === 0) return undefined
    if (style === 'content') return fromContent(decode(first as string), mediaType, shape)
    const split = style === undefined || isExploded ? undefined : DELIMITERS[style]
    // The cookie of the longer path comes first (RFC 6265, section 5.4): it is meant, and that there
    // are several is no fault of the client.
    const given = isExploded || first === undefined ? texts : [first]
    return valueFrom({ texts: given, members, ...(split && { split }), decode }, shape)
  }
}

/** The pairs of a `Cookie` header (RFC 6265, section 4.2.1); what is no pair is left out. */
export function parseCookies(header: string): EncodedMember[] {
  return header.split(';').flatMap((pair): EncodedMember[] => {
    const equals = pair.indexOf('=')
    if (equals < 0) return []
    return [[pair.slice(0, equals).trim(), unquoted(pair.slice(equals + 1).trim())]]
  })
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1)
    : value
}

/** Up to 3.1 what is exploded is written in one cookie as in a query: `color=blue&color=black`. */
function inQuery([name, value]: EncodedMember): EncodedMember[] {
  return `${name}=${value}`.split('&').map((pair) => {
    const [start = '', ...rest] = pair.split('=')
    return [start, rest.join('=')]
  })
}

function isMemberOf({ shape: { object } }: PreparedParameter): (pair: EncodedMember) => boolean {
  return ([name]) => object?.members.has(name) === true || object?.rest !== undefined
}
