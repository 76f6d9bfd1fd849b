import { isObject } from '../../../openapi/json.js'
import { DistinctRoutes } from '../../../openapi/route.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { DescribedSecurityScheme, Operation, Outgoing } from '../../model/model.js'
import { camelCase, uniqueName } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf, referenced } from '../document/referenced-fields.js'
import { checkServers } from '../document/servers.js'
import { UniqueIdentifiers } from '../schemas/schema-registry.js'
import type { Schemas } from '../schemas/schemas.js'
import { openApi3Syntax } from './openapi-3.js'
import { type OperationContext, type OperationLocation, readOperation } from './operation.js'
import { METHODS, readPathItem } from './path-item.js'
import { readSecurity, securityOf } from './security.js'
import { swagger2Syntax } from './swagger-2.js'
import { readTags } from './tags.js'

/** Operations that the service offers, and requests that it sends. */
export function readOperations(
  root: Cursor,
  schemas: Schemas,
  schemes: DescribedSecurityScheme[],
  basePath: string,
) {
  const context: OperationContext = {
    schemas,
    syntax: schemas.version === '2.0' ? swagger2Syntax(root, schemas) : openApi3Syntax(schemas),
    schemes,
    security: readSecurity(securityOf(root), schemes),
    typeNames: new UniqueIdentifiers(),
    tags: readTags(root.get('tags')),
    basePath,
  }
  const paths = entriesOf(root.get('paths'))
  // Methods among the paths are those of an empty one, and reported.
  const hasMethods = paths.some(([path]) => METHODS.includes(path))
  const locations = paths.flatMap(([path, item]): OperationLocation[] => {
    if (path.startsWith('x-') || (hasMethods && item.value === null)) return []
    const { parts, operations } = readPathItem(item)
    for (const part of parts) checkServers(part, basePath)
    return operations.map(([method, cursor]) => ({ cursor, pathItem: parts, path, method }))
  })
  checkPathNames(root.get('paths'), basePath)
  const ids = operationIds(locations)
  const read = locations.map((location, index) => {
    const operation = readOperation(location, { operationId: ids[index] as string }, context)
    return { operation, cursor: location.cursor }
  })
  const outgoing = readOutgoing(root, read, context)
  const operations = read.map(({ operation }) => operation)
  return { operations: shadowed(operations, root.report), outgoing }
}

/** Marks operations whose route is, but for the names of parameters, that of an earlier one. */
function shadowed(operations: readonly Operation[], report: Diagnostics): Operation[] {
  const routes = new DistinctRoutes<Operation>()
  return operations.map((operation) => {
    const first = routes.add(operation)
    if (first === undefined) return operation
    const message = `no router distinguishes ${operation.path} from ${first.path}, at ${first.pointer}, which is served`
    report.warn(operation.origin, message, 'make the paths different')
    return { ...operation, shadowedBy: first.pointer }
  })
}

/** Operation ids; a missing one is made of method and path, a duplicate gets a number. */
function operationIds(locations: readonly OperationLocation[]): string[] {
  const given = locations.map(({ cursor }) => {
    const id = cursor.get('operationId')
    if (id?.value !== '') return id?.scalar()
    id.warn('`operationId` is empty and ignored', 'give it a name, or leave it out')
    return undefined
  })
  const taken = new Map<string, string>()
  const wanted = new Set(given)
  return locations.map(({ cursor, method, path }, index) => {
    const own = given[index]
    const base = own ?? camelCase(`${method.toLowerCase()} ${path}`)
    const id = uniqueName(base, (each) => taken.has(each) || (each !== own && wanted.has(each)))
    if (own !== undefined && id !== own) {
      const message = `the operationId \`${own}\` is used at ${taken.get(own)} already; this one is \`${id}\``
      cursor.warn(message, 'make them different')
    }
    taken.set(id, cursor.pointer)
    return id
  })
}

/** Reports paths that differ by their last slash alone, and the first that repeats the path of the server. */
function checkPathNames(paths: Cursor | undefined, basePath: string): void {
  if (paths === undefined || !isObject(paths.value)) return
  const all = new Map(paths.members())
  for (const [path, item] of all) {
    if (!path.endsWith('/') || path === '/' || !all.has(path.slice(0, -1))) continue
    const message = `${path} and ${path.slice(0, -1)} are two paths, and each has its own operations`
    item.warn(message, 'write them under one, unless you mean two')
  }
  const isBelow = (path: string) => path === basePath || path.startsWith(`${basePath}/`)
  const [path, item] = [...all].find(([each]) => basePath !== '' && isBelow(each)) ?? []
  const message = `${path} begins with the path of the server: it is served at ${basePath}${path}`
  item?.warn(message, 'leave it out of one of them, here or in the server')
}

/** Webhooks (3.1, section 4.8.1; `x-webhooks` in 3.0), and callbacks of operations. */
function readOutgoing(
  root: Cursor,
  owners: readonly { readonly operation: Operation; readonly cursor: Cursor }[],
  context: OperationContext,
): Outgoing[] {
  const read = (item: Cursor, event: OutgoingEvent) => readItem(item, event, context)
  const events = ['webhooks', 'x-webhooks'].flatMap((each) => membersOf(root.get(each)))
  const webhooks = events.flatMap(([event, item]) =>
    read(item, { event, path: event, wanted: `${event} webhook` }),
  )
  const callbacks = owners.flatMap(({ operation, cursor }) =>
    membersOf(cursor.get('callbacks')).flatMap(([event, reference]) =>
      (referenced(reference)?.members() ?? []).flatMap(([path, item]) =>
        read(item, {
          ...{ event, path, of: operation.operationId },
          wanted: `${operation.typeName} ${event}`,
        }),
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
