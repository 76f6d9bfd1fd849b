import { parametersIn } from '../../openapi/media-name.js'
import { type ParsedMediaType, parseMediaType, rangesOf } from '../../openapi/media-type.js'

/** Elements of a list, with commas only in quotes. */
const ELEMENT = /[^",]*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)[^",]*)*/y

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1), the first one if several are
 * equal; `undefined` if it accepts none. Without `Accept` it accepts all.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]) {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = rangesIn(accept)
  let best: string | undefined
  let most = 0
  for (const name of offered) {
    const quality = qualityOf(name, ranges)
    if (quality > most) [best, most] = [name, quality]
  }
  return best
}

type AcceptRange = ParsedMediaType & { readonly quality: number }

function rangesIn(accept: string): AcceptRange[] {
  const ranges: AcceptRange[] = []
  for (let at = 0; at <= accept.length; at = ELEMENT.lastIndex + 1) {
    ELEMENT.lastIndex = at
    // It matches the empty string too.
    const [element] = ELEMENT.exec(accept) as RegExpExecArray
    const media = parseMediaType(element)
    if (media === undefined) continue
    // With `charset=utf-8` it asks for what every text has.
    const { q = '1', ...parameters } = parametersIn(element)
    ranges.push({ essence: media.essence, parameters, quality: Number(q) || 0 })
  }
  return ranges
}

/** The quality that the most specific range assigns to a media type. */
function qualityOf(name: string, ranges: readonly AcceptRange[]): number {
  const { essence, parameters } = parseMediaType(name) as ParsedMediaType
  const specificity = rangesOf(essence).toReversed()
  let quality = 0
  let closest = -1
  for (const range of ranges) {
    const wanted = Object.entries(range.parameters)
    const width = specificity.indexOf(range.essence)
    if (width < 0 || wanted.some(([key, value]) => parameters[key] !== value)) continue
    const closeness = width * 100 + wanted.length
    if (closeness > closest) [quality, closest] = [range.quality, closeness]
  }
  return quality
}
