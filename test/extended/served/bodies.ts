import type { MediaType } from '#toolkit/conformance/document/contract.js'
import type { BodyParts } from '#toolkit/conformance/requests/parts.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import type { RequestMedia } from '#toolkit/runtime/contract/media.js'
import { ConversionPlace } from '#toolkit/validation/conversions/conversion-place.js'
import type { Conversions } from '#toolkit/validation/conversions/conversions.js'

/** A request body as the kit writes it, and what a handler gets of it. */
export interface Body {
  readonly parts: BodyParts
  /** Nothing, where it comes as a stream. */
  readonly wanted?: unknown
}

/** A media type in a range that none beside the range names. */
function within(range: string, isJson: boolean): string {
  const narrow = range === '*/*' ? 'model/*' : range
  return narrow.replace('*', isJson && narrow.endsWith('*') ? 'vnd.any+json' : 'x-any')
}

/** A body of a media type; `draw` gives a value of its schema. */
export function bodyOf(mediaType: string, given: RequestMedia, draw: () => unknown): Body {
  const { kind = 'json' } = given
  if (/event-stream/.test(mediaType)) throw new Unwritable()
  // The kit chooses the boundary.
  const contentType = kind === 'multipart' ? {} : { contentType: within(mediaType, hasJson(kind)) }
  const media = { ...given, kind, mediaType } as MediaType
  if (kind === 'binary') return { parts: { media, bytes: Buffer.from('bytes'), ...contentType } }
  if (kind === 'text') {
    const text = 'schema' in given && given.schema !== undefined ? String(draw()) : 'text'
    return { parts: { media, value: text, ...contentType }, wanted: text }
  }
  const value = draw()
  // A sequence of one item.
  const parts = { media, value: kind === 'sequential' ? [value] : value, ...contentType }
  const isStream = kind === 'sequential' || kind === 'multipart'
  return isStream ? { parts } : { parts, wanted: withoutReadOnly(value, given) }
}

function hasJson(kind: RequestMedia['kind']): boolean {
  return kind !== 'text' && kind !== 'binary'
}

/** The value that a handler gets of one that has read-only members too. */
export function withoutReadOnly(value: unknown, given: object): unknown {
  const { conversions } = given as { readonly conversions?: Conversions }
  return kept(value, ConversionPlace.of(conversions))
}

function kept(value: unknown, undecided: ConversionPlace): unknown {
  if (undecided.isPlain || value === null || typeof value !== 'object') return value
  const place = undecided.decided(value)
  if (Array.isArray(value)) return value.map((item, index) => kept(item, place.atIndex(index)))
  const members = Object.entries(value).flatMap(([name, member]) =>
    place.leavesOut(name) ? [] : [[name, kept(member, place.atName(name))] as const],
  )
  return Object.fromEntries(members)
}
