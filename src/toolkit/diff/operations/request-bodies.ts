import type { MediaType, RequestBody } from '../../conformance/document/contract.js'
import { nameOfMedia } from '../../openapi/media-name.js'
import { fieldEffects } from './form-fields.js'
import { isTextual, sameMedia, schemaOfMedia } from './media.js'
import {
  type BothOperations,
  type Comparing,
  nameOf,
  type PartEffect,
  type PartPlaces,
} from './operation-effects.js'

const PART = 'request body'

/** Changes of the request body of an operation. */
export function requestBodyEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const { requestBody: before } = both.old
  const { requestBody: after } = both.new
  const places = {
    part: PART,
    old: comparing.old.place(before?.pointer ?? both.old.pointer),
    new: comparing.new.place(after?.pointer ?? both.new.pointer),
  }
  const required: PartEffect = {
    rule: 'request-body-required',
    severity: 'breaking',
    who: 'clients that send no body',
    text: 'the body is required',
    witness: { value: { request: nameOf(both.old), headers: { 'content-length': '0' } } },
    ...places,
  }
  if (after === undefined) return before === undefined ? [] : [removed(before, places)]
  if (before === undefined) {
    const who = 'nobody has to send it'
    const text = 'the body is new'
    const added = { rule: 'request-body-added', severity: 'notice', who, text, ...places } as const
    return [after.required ? required : added]
  }
  const isRequired = after.required && !before.required
  return [...(isRequired ? [required] : []), ...contentEffects(comparing, before, after)]
}

function removed({ content }: RequestBody, places: PartPlaces): PartEffect {
  return {
    rule: 'request-body-removed',
    severity: 'breaking',
    who: 'clients that send a body',
    text: 'the body is removed',
    witness: {
      value: { headers: { 'content-type': content.map(nameOfMedia).join() } },
    },
    ...places,
  }
}

function contentEffects(
  comparing: Comparing,
  before: RequestBody,
  after: RequestBody,
): PartEffect[] {
  const places = {
    part: PART,
    old: comparing.old.place(before.pointer),
    new: comparing.new.place(after.pointer),
  }
  const added = after.content.filter((each) => sameMedia(before.content, each) === undefined)
  return [
    ...before.content.flatMap((media) => {
      const same = sameMedia(after.content, media)
      return same === undefined
        ? [mediaRemoved(media, places)]
        : mediaEffects(comparing, media, same)
    }),
    ...added.map((media): PartEffect => {
      const text = `the media type ${nameOfMedia(media)} is new`
      const who = 'nobody has to send it'
      return { rule: 'request-media-type-added', severity: 'notice', who, text, ...places }
    }),
  ]
}

function mediaRemoved(media: MediaType, places: PartPlaces): PartEffect {
  const mediaType = nameOfMedia(media)
  return {
    rule: 'request-media-type-removed',
    severity: 'breaking',
    who: `clients that send ${mediaType}`,
    text: `the media type ${mediaType} is removed`,
    witness: { value: { headers: { 'content-type': mediaType } } },
    ...places,
  }
}

function mediaEffects(comparing: Comparing, before: MediaType, after: MediaType): PartEffect[] {
  const effects = comparing.schemas.effects({
    ...{ flow: 'request', area: 'request-body', part: 'such a body' },
    old: schemaOfMedia(comparing.old, before),
    new: schemaOfMedia(comparing.new, after),
    isText: isTextual(after),
  })
  const told = [...effects, ...fieldEffects(comparing, before, after)]
  return told.map((each) => ({ ...each, part: PART }))
}
