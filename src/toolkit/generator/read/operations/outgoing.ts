import type { OperationCache } from '../../incremental/operation-cache.js'
import type { Outgoing } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { METHODS, type OperationContext, readOperation } from './operation.js'

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
  cache: OperationCache,
): Outgoing[] {
  const read = (item: Cursor, event: OutgoingEvent) => readItem(item, event, context, cache)
  const events = ['webhooks', 'x-webhooks'].flatMap((each) => root.get(each)?.members() ?? [])
  const webhooks = events.flatMap(([event, item]) =>
    read(item, { event, path: event, wanted: `${event} webhook` }),
  )
  const callbacks = owners.flatMap(({ cursor, typeName, operationId: of }) =>
    (cursor.get('callbacks')?.members() ?? []).flatMap(([event, reference]) =>
      (resolve(reference)?.members() ?? []).flatMap(([path, item]) =>
        read(item, { event, path, wanted: `${typeName} ${event}`, of }),
      ),
    ),
  )
  return [...webhooks, ...callbacks]
}

interface OutgoingEvent {
  readonly event: string
  readonly path: string
  /** Source of the name of an operation without an id. */
  readonly wanted: string
  readonly of?: string
}

function readItem(
  item: Cursor,
  event: OutgoingEvent,
  context: OperationContext,
  cache: OperationCache,
): Outgoing[] {
  const pathItem = resolve(item)
  const operations = pathItem?.members().filter(([member]) => METHODS.includes(member)) ?? []
  return operations.map(([method, cursor]) => {
    const given = cursor.get('operationId')?.text()
    const ids = { operationId: given ?? `${event.wanted} ${method}`, isOutgoing: true }
    const upper = method.toUpperCase()
    const location = { cursor, pathItem: pathItem as Cursor, path: event.path, method: upper }
    const read = cache.operation(location, ids.operationId, context, () =>
      readOperation(location, ids, context),
    )
    return { ...read, event: event.event, ...(event.of !== undefined && { of: event.of }) }
  })
}
