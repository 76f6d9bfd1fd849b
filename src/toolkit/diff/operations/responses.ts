import type { MediaType, Response } from '../../conformance/document/contract.js'
import { nameOfMedia } from '../../openapi/media-name.js'
import { statusKeys, WITHOUT_BODY } from '../../openapi/status.js'
import { headerEffects } from './headers.js'
import { isTextual, sameMedia, schemaOfMedia } from './media.js'
import type { BothOperations, Comparing, PartEffect, PartPlaces } from './operation-effects.js'

/** The response that a document has for a status, a range or all others. */
export function responseFor(responses: readonly Response[], status: string): Response | undefined {
  const code = Number(status.replace(/XX$/i, '00'))
  const keys = status === 'default' ? [status] : [status, ...statusKeys(code).slice(1)]
  const byStatus = new Map(responses.map((each) => [each.status.toUpperCase(), each]))
  return keys.map((key) => byStatus.get(key.toUpperCase())).find((each) => each !== undefined)
}

/** Changes of the responses of an operation. */
export function responseEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const [before, after] = [both.old.responses, both.new.responses]
  const statuses = new Set([...before, ...after].map(({ status }) => status))
  return [...statuses].flatMap((status) => {
    const [old, kept] = [responseFor(before, status), responseFor(after, status)]
    const part = `response ${status}`
    const places = {
      part,
      old: comparing.old.place(old?.pointer ?? both.old.pointer),
      new: comparing.new.place(kept?.pointer ?? both.new.pointer),
    }
    if (old === undefined) return [added(status, before, places)]
    if (kept === undefined) return [removed(places)]
    // What a range or all others have is no body of these.
    if (WITHOUT_BODY.has(Number(status))) return headerEffects(comparing, { old, kept, places })
    return keptEffects(comparing, { old, kept, places })
  })
}

/** A client takes an error of an unknown status for one of its class (RFC 9110, section 15). */
function added(status: string, known: readonly Response[], places: PartPlaces): PartEffect {
  const isError = !/^[123]/.test(status)
  return {
    rule: 'response-status-added',
    severity: isError ? 'notice' : 'breaking',
    who: isError ? 'clients that tell errors apart' : 'clients that know the other statuses only',
    text: 'the status is new',
    ...(!isError && { witness: { value: { status: unknownOf(status, known) } } }),
    ...places,
  }
}

/** The status, or the first one of a range that is not known yet. */
function unknownOf(status: string, known: readonly Response[]): string {
  if (!/XX$/i.test(status)) return status
  const all = Array.from({ length: 100 }, (_, at) => `${Number(status[0]) * 100 + at}`)
  const isKnown = (each: string) => known.some((response) => response.status === each)
  return all.find((each) => !isKnown(each)) ?? status
}

function removed(places: PartPlaces): PartEffect {
  return {
    rule: 'response-status-removed',
    severity: 'notice',
    who: 'clients that wait for it',
    text: 'the status is removed',
    ...places,
  }
}

interface BothResponses {
  readonly old: Response
  readonly kept: Response
  readonly places: PartPlaces
}

function keptEffects(comparing: Comparing, both: BothResponses): PartEffect[] {
  const { old, kept, places } = both
  if (old.content.length > 0 && kept.content.length === 0) {
    return [...headerEffects(comparing, both), bodyRemoved(both)]
  }
  const after = (media: MediaType) => sameMedia(kept.content, media)
  const before = (media: MediaType) => sameMedia(old.content, media)
  // One type of a range is all that the range has promised.
  const isNarrowed = (media: MediaType) => kept.content.some((each) => before(each) === media)
  const effects = (media: MediaType, same: MediaType) =>
    mediaEffects(comparing, media, same, places.part)
  return [
    ...headerEffects(comparing, both),
    ...old.content.flatMap((media) => {
      const same = after(media)
      if (same !== undefined) return before(same) === media ? [] : effects(media, same)
      return isNarrowed(media) ? [] : [mediaRemoved(media, places)]
    }),
    ...kept.content.flatMap((media) => {
      const same = before(media)
      return same === undefined ? [mediaAdded(media, places)] : effects(same, media)
    }),
  ]
}

function bodyRemoved({ places }: BothResponses): PartEffect {
  return {
    rule: 'response-body-removed',
    severity: 'breaking',
    who: 'clients that read the body',
    text: 'the body is removed',
    witness: { value: { headers: { 'content-length': '0' } } },
    ...places,
  }
}

function mediaRemoved(media: MediaType, places: PartPlaces): PartEffect {
  const mediaType = nameOfMedia(media)
  return {
    rule: 'response-media-type-removed',
    severity: 'breaking',
    who: `clients that accept ${mediaType}`,
    text: `the media type ${mediaType} is removed`,
    witness: { value: { request: { headers: { accept: mediaType } } } },
    ...places,
  }
}

function mediaAdded(media: MediaType, places: PartPlaces): PartEffect {
  return {
    rule: 'response-media-type-added',
    severity: 'notice',
    who: 'clients that accept any media type',
    text: `the media type ${nameOfMedia(media)} is new`,
    ...places,
  }
}

function mediaEffects(comparing: Comparing, old: MediaType, kept: MediaType, part: string) {
  const effects = comparing.schemas.effects({
    ...{ flow: 'response', area: 'response-body', part: 'the body' },
    old: schemaOfMedia(comparing.old, old),
    new: schemaOfMedia(comparing.new, kept),
    isText: isTextual(kept),
  })
  return effects.map((each) => ({ ...each, part }))
}
