import { shapeOf } from '../../../openapi/route.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Head, OperationCache } from '../../incremental/operation-cache.js'
import type { DescribedSecurityScheme, Operation, Outgoing } from '../../model/model.js'
import { camelCase, uniqueName } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { checkServers } from '../document/servers.js'
import { UniqueIdentifiers } from '../document/unique-identifiers.js'
import type { Schemas } from '../schemas/schemas.js'
import { openApi3Syntax } from './openapi-3.js'
import {
  METHODS,
  type OperationContext,
  type OperationLocation,
  readOperation,
} from './operation.js'
import { readOutgoing } from './outgoing.js'
import { readSecurity } from './security.js'
import { swagger2Syntax } from './swagger-2.js'
import { readTags } from './tags.js'

const PATH_ITEM = new Set([
  ...METHODS,
  ...METHODS.map((method) => method.toUpperCase()),
  ...'summary description servers parameters additionalOperations $ref'.split(' '),
])

/** Operations that the service offers, and requests that it sends. */
interface Operations {
  readonly operations: Operation[]
  readonly outgoing: Outgoing[]
}

/** All operations of the document, in document order. */
export function readOperations(
  root: Cursor,
  schemas: Schemas,
  schemes: DescribedSecurityScheme[],
  { version, info }: Pick<Head, 'version' | 'info'>,
  cache: OperationCache,
): Operations {
  const context: OperationContext = {
    schemas,
    syntax: version === '2.0' ? swagger2Syntax(root, schemas) : openApi3Syntax(schemas),
    schemes,
    security: readSecurity(root.get('security'), schemes),
    typeNames: new UniqueIdentifiers(),
    tags: readTags(root.get('tags')),
    basePath: info.basePath,
  }
  const locations = (root.get('paths')?.members() ?? []).flatMap(([path, item]) =>
    operationsOf(path, item, context),
  )
  const ids = operationIds(locations)
  const operations = locations.map((location, index) =>
    cache.operation(location, ids[index] as string, context, () =>
      readOperation(location, { operationId: ids[index] as string }, context),
    ),
  )
  const owners = locations.map(({ cursor }, index) => {
    const { typeName, operationId } = operations[index] as Operation
    return { cursor, typeName, operationId }
  })
  const outgoing = readOutgoing(root, owners, context, cache)
  cache.check(context)
  return { operations: shadowed(operations, root.report), outgoing }
}

/** Marks operations whose route is, but for the names of parameters, that of an earlier one. */
function shadowed(operations: readonly Operation[], report: Diagnostics): Operation[] {
  const routes = new Map<string, Operation>()
  return operations.map((operation) => {
    const { method, url, path, origin } = operation
    const route = `${method} ${shapeOf(url)}`
    const first = routes.get(route)
    if (first === undefined) {
      routes.set(route, operation)
      return operation
    }
    const message = `no router distinguishes ${path} from ${first.path}, at ${first.pointer}, which is served`
    report.warn(origin, message, 'make the paths different')
    return { ...operation, shadowedBy: first.pointer }
  })
}

/** Operations of a path item, including `additionalOperations` (3.2). */
function operationsOf(
  path: string,
  item: Cursor,
  { basePath }: OperationContext,
): OperationLocation[] {
  const pathItem = resolve(item)
  if (pathItem === undefined) return []
  pathItem.warnUnknown(PATH_ITEM, 'path item member')
  checkServers(pathItem, basePath)
  const fixed = methodsOf(pathItem)
  const additional = pathItem.get('additionalOperations')?.entries() ?? []
  return [...fixed, ...additional].map(([method, cursor]) => ({ cursor, pathItem, path, method }))
}

/** Operations of a path item by method; some documents have methods in capitals. */
function methodsOf(pathItem: Cursor): [method: string, operation: Cursor][] {
  return pathItem.members().flatMap(([member]): [string, Cursor][] => {
    const method = member.toLowerCase()
    const operation = METHODS.includes(method) ? pathItem.get(member) : undefined
    if (operation === undefined) return []
    if (method !== member) {
      operation.warn(`\`${member}\` is taken for \`${method}\``, 'write it so')
    }
    return [[method.toUpperCase(), operation]]
  })
}

/** Operation ids; a missing one is made of method and path, a duplicate gets a number. */
function operationIds(locations: readonly OperationLocation[]): string[] {
  const given = locations.map(({ cursor }) => cursor.get('operationId')?.text())
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
