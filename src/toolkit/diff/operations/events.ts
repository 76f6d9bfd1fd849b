import type { Outgoing } from '../../generator/model/model.js'
import type { Change } from '../change.js'
import { sameMedia, schemaOfMedia } from './media.js'
import type { Comparing } from './operation-effects.js'

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
      return same === undefined
        ? [removed(comparing, event)]
        : payloadChanges(comparing, event, same)
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

function payloadChanges(comparing: Comparing, old: Outgoing, kept: Outgoing): Change[] {
  return (kept.requestBody?.content ?? []).flatMap((media) => {
    const same = sameMedia(old.requestBody?.content ?? [], media)
    if (same === undefined) return []
    const effects = comparing.schemas.effects({
      ...{ flow: 'response', area: 'event-body', part: 'the payload', isText: false },
      old: schemaOfMedia(comparing.old, same),
      new: schemaOfMedia(comparing.new, media),
    })
    return effects.map((each) => ({ ...each, operations: [nameOf(old)], part: 'payload' }))
  })
}
