import type { OperationResult } from '../runtime/contract/handler.js'
import type { Call } from './call.js'
import { created } from './creation.js'
import { opened } from './envelope.js'
import { listPlace, withItems } from './item-bodies.js'
import type { Item } from './item-shape.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'

/** Creates an item for each element of a body; the response has them where it has a list, else the last one. */
export function createdAll(
  call: Call,
  bodies: readonly object[],
  sources: Sources,
): OperationResult {
  const { operation, request, sample, shape, items } = call
  const made = bodies.map((body) => {
    const each = created({ ...call, request: { ...request, body } }, sources)
    items.set(each.id, each.item)
    return each
  })
  const given = { shape, sample, sources }
  const all = made.map(({ item }) => item)
  const place = listPlace(operation, given)
  const listed = place && withItems(operation, all, {}, given)
  if (place && listed) {
    // What the service adds to an item stays the same in later responses.
    const told = opened(listed.body, place) as readonly Item[]
    for (const [at, { id, item }] of made.entries()) items.set(id, { ...told[at], ...item })
  }
  makeRoom(items)
  return listed ?? made.at(-1)?.result ?? sample
}
