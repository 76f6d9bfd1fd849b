import type { OperationCache } from '../../incremental/operation-cache.js'
import type { Outgoing } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { METHODS, type OperationContext, readOperation } from './operation.js'

/** An operation whose callbacks are to be read. */
interface Owner {
  readonly cursor: Cursor
  readonly typeName: string
  readonly operationId: string
}

/**
 * The webhooks of a document (3.1, section 4.8.1; `x-webhooks` where 3.0 has no word for them) and the
 * callbacks of its operations.
 */
export function readOutgoing(
  root: Cursor,
  owners: readonly Owner[],
  context: OperationContext,
  cache: OperationCache,
): Outgoing[] {
  const events = ['webhooks', 'x-webhooks'].flatMap((each) => root.get(each)?.members() ?? [])
  const webhooks = events.flatMap(([event, item]) =>
    readItem(item, { event, path: event, wanted: `${event} webhook` }, context, cache),
  )
  const callbacks = owners.flatMap(({ cursor, typeName, operationId }) =>
    (cursor.get('callbacks')?.members() ?? []).flatMap(([event, reference]) =>
      (resolve(reference)?.members() ?? []).flatMap(([path, item]) =>
        readItem(
          item,
          { event, path, wanted: `${typeName} ${event}`, of: operationId },
          context,
          cache,
        ),
      ),
    ),
  )
  return [...webhooks, ...callbacks]
}

interface Event {
  readonly event: string
  readonly path: string
  /** What an operation without an id is named after. */
  readonly wanted: string
  readonly of?: string
}

function readItem(
  item: Cursor,
  event: Event,
  context: OperationContext,
  cache: OperationCache,
): Outgoing[] {
  const pathItem = resolve(item)
  const operations = pathItem?.members().filter(([member]) => METHODS.includes(member)) ?? []
  return operations.map(([method, cursor]) => {
    const given = cursor.get('operationId')?.text()
    const ids = { operationId: given ?? `${event.wanted} ${method}`, isOutgoing: true }
    const upper = method.toUpperCase()
    const place = { cursor, pathItem: pathItem as Cursor, path: event.path, method: upper }
    const read = cache.operation(place, ids.operationId, context, () =>
      readOperation(place, ids, context),
    )
    return { ...read, event: event.event, ...(event.of !== undefined && { of: event.of }) }
  })
}
