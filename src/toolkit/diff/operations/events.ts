import type { Outgoing } from '../../generator/model/model.js'
import { nameOfMedia } from '../../openapi/media-name.js'
import { PARAMETER_MEMBERS } from '../../openapi/parameter.js'
import type { BreakingEffect, Change } from '../change.js'
import { sameMedia, schemaOfMedia } from './media.js'
import type { Comparing, PartEffect } from './operation-effects.js'
import { nameOfParameter, schemaOfParameter } from './parameter-schemas.js'
import { responseFor } from './responses.js'

/** Changes of webhooks and callbacks, which the service sends and clients read. */
export function eventChanges(comparing: Comparing): Change[] {
  const [before, after] = [comparing.old, comparing.new].map(
    ({ contract }) => contract.model.outgoing,
  )
  const kept = new Map((after ?? []).map((each) => [nameOf(each), each]))
  const known = new Set((before ?? []).map(nameOf))
  return [
    ...(before ?? []).flatMap((event): Change[] => {
      const same = kept.get(nameOf(event))
      return same === undefined ? [removed(comparing, event)] : keptChanges(comparing, event, same)
    }),
    ...(after ?? [])
      .filter((each) => !known.has(nameOf(each)))
      .map((each): Change => {
        const shared = { operations: [nameOf(each)], part: '', who: 'nobody has to take it' }
        const place = { new: comparing.new.place(each.pointer) }
        return {
          rule: 'event-added',
          severity: 'notice',
          text: 'the event is new',
          ...shared,
          ...place,
        }
      }),
  ]
}

function nameOf({ method, event, of }: Outgoing): string {
  return of === undefined ? `webhook ${event} ${method}` : `callback ${event} ${method} of ${of}`
}

function removed({ old }: Comparing, event: Outgoing): Change {
  return {
    ...{ rule: 'event-removed', severity: 'breaking', operations: [nameOf(event)], part: '' },
    ...{ who: 'clients that wait for it', text: 'the event is removed' },
    ...{ old: old.place(event.pointer), witness: { value: { event: nameOf(event) } } },
  }
}

/** Changes of an event that both documents have: of what clients read, and of what they answer. */
function keptChanges(comparing: Comparing, old: Outgoing, kept: Outgoing): Change[] {
  const places = {
    old: comparing.old.place(old.pointer),
    new: comparing.new.place(kept.pointer),
  }
  const effects = [
    ...[...wholeEffects(old, kept), ...answerEffects(old, kept)].map((each) => ({
      ...{ part: '', severity: 'breaking' as const },
      ...{ ...each, ...places },
    })),
    ...payloadEffects(comparing, old, kept),
    ...parameterEffects(comparing, old, kept),
  ]
  return effects.map((each) => ({ ...each, operations: [nameOf(old)] }))
}

function wholeEffects(old: Outgoing, kept: Outgoing): BreakingEffect[] {
  const [body, after] = [old.requestBody, kept.requestBody]
  const headers = parametersOf(kept)
  const missing = parametersOf(old).filter(({ name, required, in: place }) => {
    return (
      required && !headers.some((each) => each.name === name && each.in === place && each.required)
    )
  })
  const unknown = (after?.content ?? []).filter((media) => {
    return sameMedia(body?.content ?? [], media) === undefined
  })
  const moved: BreakingEffect = {
    rule: 'event-address-changed',
    who: `clients that wait for it at ${old.path}`,
    text: `it is sent to ${kept.path}, no longer to ${old.path}`,
    witness: { value: { address: old.path } },
  }
  const empty: BreakingEffect = {
    rule: 'event-body-required',
    who: 'clients that read the payload',
    text: 'the payload may be missing',
    witness: { value: { headers: { 'content-length': '0' } } },
  }
  return [
    ...(old.of !== undefined && old.path !== kept.path ? [moved] : []),
    ...(body?.required && !after?.required ? [empty] : []),
    ...(body === undefined ? [] : unknown).map((media) => ({
      rule: 'event-media-type-added',
      who: 'clients that read the payload',
      text: `the payload may be ${nameOfMedia(media)}`,
      witness: { value: { headers: { 'content-type': nameOfMedia(media) } } },
    })),
    ...missing.map(({ in: place, name }) => ({
      rule: 'event-parameter-required',
      who: `clients that read ${name}`,
      text: `the ${place} parameter ${name} may be missing`,
      witness: { value: { [PARAMETER_MEMBERS[place]]: {} } },
    })),
  ]
}

function parametersOf({ parameterGroups }: Outgoing) {
  return parameterGroups.flatMap(({ parameters }) => parameters)
}

/** Clients answer with the statuses that the document has. */
function answerEffects(old: Outgoing, kept: Outgoing): BreakingEffect[] {
  const isTaken = (status: string) => responseFor(kept.responses, status) !== undefined
  return old.responses
    .filter(({ status }) => kept.responses.length > 0 && !isTaken(status))
    .map(({ status }) => ({
      rule: 'event-status-removed',
      who: `clients that answer with ${status}`,
      text: `the status ${status} is no answer to it`,
      witness: { value: { status } },
    }))
}

function payloadEffects(comparing: Comparing, old: Outgoing, kept: Outgoing): PartEffect[] {
  return (kept.requestBody?.content ?? []).flatMap((media) => {
    const same = sameMedia(old.requestBody?.content ?? [], media)
    if (same === undefined) return []
    const effects = comparing.schemas.effects({
      ...{ flow: 'response', area: 'event-body', part: 'the payload', isText: false },
      old: schemaOfMedia(comparing.old, same),
      new: schemaOfMedia(comparing.new, media),
    })
    return effects.map((each) => ({ ...each, part: 'payload' }))
  })
}

function parameterEffects(comparing: Comparing, old: Outgoing, kept: Outgoing): PartEffect[] {
  const known = new Map(parametersOf(old).map((each) => [nameOfParameter(each), each]))
  return parametersOf(kept).flatMap((each) => {
    const part = nameOfParameter(each)
    const same = known.get(part)
    if (same === undefined) return []
    const effects = comparing.schemas.effects({
      ...{ flow: 'response', area: 'event-parameter', part: each.name },
      old: schemaOfParameter(comparing.old, same),
      new: schemaOfParameter(comparing.new, each),
      isText: same.style !== 'content',
    })
    return effects.map((effect) => ({ ...effect, part }))
  })
}
