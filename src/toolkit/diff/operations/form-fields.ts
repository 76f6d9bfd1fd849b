import type { MediaType } from '../../conformance/document/contract.js'
import { memberSchemas } from '../../conformance/values/place.js'
import { isAmong, parseMediaType } from '../../openapi/media-type.js'
import type { BreakingEffect, Effect } from '../change.js'
import { conjunctionOf } from '../inclusion/rules.js'
import { schemaOfMedia } from './media.js'
import type { Comparing } from './operation-effects.js'
import { type StyledValue, styleEffects } from './written-otherwise.js'

type FormField = NonNullable<MediaType['fields']>[number]

/** Changes of how the members of a form are written, and of the media types of parts. */
export function fieldEffects(comparing: Comparing, old: MediaType, kept: MediaType): Effect[] {
  const styles = (old.fields ?? []).flatMap((field) => {
    const same = kept.fields?.find(({ name }) => name === field.name)
    return same === undefined ? [] : fieldStyles(comparing, old, field, same)
  })
  const types = Object.entries(kept.contentTypes ?? {}).flatMap(([name, list]) =>
    typeEffect(name, old.contentTypes?.[name] ?? typeOfFile(old, name), list),
  )
  const root = (side: 'old' | 'new', media: MediaType) =>
    comparing[side].place(schemaOfMedia(comparing[side], media).pointer)
  const places = { old: root('old', old), new: root('new', kept) }
  return [...styles, ...types].map((each) => ({ severity: 'breaking', ...each, ...places }))
}

function fieldStyles(
  comparing: Comparing,
  media: MediaType,
  old: FormField,
  kept: FormField,
): BreakingEffect[] {
  const whole = conjunctionOf(comparing.old.contract, [schemaOfMedia(comparing.old, media)])
  const members = memberSchemas(whole.rules ?? [], old.name)
  const effects = styleEffects(comparing, {
    ...{ flow: 'request', area: 'request-body', what: old.name },
    schema: { allOf: members.map((each) => each.schema) },
    ...{ old: styled(old), kept: styled(kept) },
  })
  return effects.map((each) => ({
    ...each,
    witness: { value: { [old.name]: each.witness?.value } },
  }))
}

function styled({ name, style, explode, mediaType }: FormField): StyledValue {
  return { in: 'query', name, style, explode, ...(mediaType !== undefined && { mediaType }) }
}

function typeOfFile({ files }: MediaType, name: string): string | undefined {
  return Object.hasOwn(files ?? {}, name) ? 'application/octet-stream' : undefined
}

/** A part that may no longer have a media type that it had; one of a file without any may be bytes. */
function typeEffect(name: string, old: string | undefined, kept: string): BreakingEffect[] {
  const refused = old?.split(',').find((each) => {
    const media = parseMediaType(each)
    return media !== undefined && !isAmong(kept, media)
  })
  if (refused === undefined) return []
  const type = refused.trim()
  return [
    {
      rule: 'request-body-part-type',
      who: `clients that send ${name} as ${type}`,
      text: `${name} has to be ${kept}`,
      witness: { value: { [name]: { headers: { 'content-type': type } } } },
    },
  ]
}
