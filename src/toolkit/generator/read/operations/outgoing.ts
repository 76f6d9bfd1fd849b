import type { Outgoing } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf, referenced } from '../document/referenced-fields.js'
import { type OperationContext, readOperation } from './operation.js'
import { readPathItem } from './path-item.js'

/** An operation whose callbacks are read. */
interface CallbackOwner {
  readonly cursor: Cursor
  readonly typeName: string
  readonly operationId: string
}

/** Webhooks (3.1, section 4.8.1; `x-webhooks` in 3.0), and callbacks of operations. */
export function readOutgoing(
  root: Cursor,
  owners: readonly CallbackOwner[],
  context: OperationContext,
): Outgoing[] {
  const read = (item: Cursor, event: OutgoingEvent) => readItem(item, event, context)
  const events = ['webhooks', 'x-webhooks'].flatMap((each) => membersOf(root.get(each)))
  const webhooks = events.flatMap(([event, item]) =>
    read(item, { event, path: event, wanted: `${event} webhook` }),
  )
  const callbacks = owners.flatMap(({ cursor, typeName, operationId: of }) =>
    membersOf(cursor.get('callbacks')).flatMap(([event, reference]) =>
      (referenced(reference)?.members() ?? []).flatMap(([path, item]) =>
        read(item, { event, path, wanted: `${typeName} ${event}`, of }),
      ),
    ),
  )
  return [...webhooks, ...callbacks]
}

const membersOf = (map: Cursor | undefined) =>
  entriesOf(map).filter(([key]) => !key.startsWith('x-'))

interface OutgoingEvent {
  readonly event: string
  readonly path: string
  /** Source of the name of an operation without an id. */
  readonly wanted: string
  readonly of?: string
}

function readItem(item: Cursor, event: OutgoingEvent, context: OperationContext): Outgoing[] {
  const { parts, operations } = readPathItem(item)
  return operations.map(([method, cursor]) => {
    const given = cursor.get('operationId')?.scalar()
    const own = given ?? `${event.wanted} ${method.toLowerCase()}`
    const ids = { operationId: own, isOutgoing: true }
    const location = { cursor, pathItem: parts, path: event.path, method }
    const read = readOperation(location, ids, context)
    return { ...read, event: event.event, ...(event.of !== undefined && { of: event.of }) }
  })
}
