import type { IncomingMessage } from 'node:http'
import { fromContent } from './content.js'
import { notEncoded } from './decode.js'
import { HEADER_DELIMITERS } from './delimiters.js'
import type { ReadParameter } from './prepared-parameter.js'
import { Unreadable } from './unreadable.js'
import { type EncodedMember, valueFrom } from './values.js'

/** Reads headers, whose values are not encoded. */
export function headerReader({ headers, rawHeaders }: IncomingMessage): ReadParameter {
  return ({ name, style, explode, mediaType }, targetType) => {
    const given = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (given === undefined) return undefined
    const text = [given].flat().join(', ')
    const split = style && HEADER_DELIMITERS[style]
    // Node joins the values, or drops all but the first: only a list may be repeated (RFC 9110,
    // 5.3).
    if (!split && isRepeated(rawHeaders, name))
      throw new Unreadable('duplicate', 'must be given once')
    if (style === 'content') return fromContent(text, mediaType, targetType)
    const members = split && explode && targetType.object ? split(text, true).map(member) : []
    const texts = members.length > 0 ? [] : [text]
    return valueFrom({ texts, members, ...(split && { split }), decode: notEncoded }, targetType)
  }
}

/** A member of an exploded object: `R=100`. */
function member(item: string): EncodedMember {
  const equals = item.indexOf('=')
  return equals < 0 ? [item, ''] : [item.slice(0, equals), item.slice(equals + 1)]
}

function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if ((rawHeaders[index] as string).toLowerCase() === name) count++
  }
  return count > 1
}
