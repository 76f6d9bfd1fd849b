import { shapeOf } from '../../../openapi/route.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Head, OperationCache } from '../../incremental/operation-cache.js'
import type { Operation, Outgoing, SecurityScheme } from '../../model/model.js'
import { camelCase } from '../../print/identifiers.js'
import type { Cursor } from '../document/cursor.js'
import { Names } from '../document/names.js'
import { resolve } from '../document/references.js'
import { checkServers } from '../document/servers.js'
import type { Schemas } from '../schemas/schemas.js'
import { METHODS, type OperationContext, type OperationPlace, readOperation } from './operation.js'
import { openApiParts } from './operation-parts.js'
import { readOutgoing } from './outgoing.js'
import { readSecurity } from './security.js'
import { swaggerParts } from './swagger.js'
import { readTags } from './tags.js'

const PATH_ITEM = new Set([
  ...METHODS,
  ...METHODS.map((method) => method.toUpperCase()),
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
  '$ref',
])

/** What a document offers, and what its service sends. */
interface Operations {
  readonly operations: Operation[]
  readonly outgoing: Outgoing[]
}

/** Every operation of the document, in document order. */
export function readOperations(
  root: Cursor,
  schemas: Schemas,
  schemes: SecurityScheme[],
  { version, info }: Pick<Head, 'version' | 'info'>,
  cache: OperationCache,
): Operations {
  const context: OperationContext = {
    schemas,
    parts: version === '2.0' ? swaggerParts(root, schemas) : openApiParts(schemas),
    schemes,
    security: readSecurity(root.get('security'), schemes),
    typeNames: new Names(),
    tags: readTags(root.get('tags')),
    basePath: info.basePath,
  }
  const places = (root.get('paths')?.members() ?? []).flatMap(([path, item]) =>
    operationsOf(path, item, context),
  )
  const ids = idsOf(places)
  const operations = places.map((place, index) =>
    cache.operation(place, ids[index] as string, context, () =>
      readOperation(place, { operationId: ids[index] as string }, context),
    ),
  )
  const owners = places.map(({ cursor }, index) => {
    const { typeName, operationId } = operations[index] as Operation
    return { cursor, typeName, operationId }
  })
  const outgoing = readOutgoing(root, owners, context, cache)
  cache.check(context)
  return { operations: shadowed(operations, root.report), outgoing }
}

/** Marks the operations that a router which splits at parameters takes for an earlier one. */
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
    const message = `no router tells ${path} from ${first.path}, at ${first.pointer}, which is served`
    report.warn(origin, message, 'make the paths different')
    return { ...operation, shadowedBy: first.pointer }
  })
}

/** The operations of a path item, `additionalOperations` (3.2) with the methods that they name. */
function operationsOf(
  path: string,
  item: Cursor,
  { basePath }: OperationContext,
): OperationPlace[] {
  const pathItem = resolve(item)
  if (pathItem === undefined) return []
  pathItem.warnUnknown(PATH_ITEM, 'path item member')
  checkServers(pathItem, basePath)
  const fixed = methodsOf(pathItem)
  const additional = pathItem.get('additionalOperations')?.entries() ?? []
  return [...fixed, ...additional].map(([method, cursor]) => ({ cursor, pathItem, path, method }))
}

/** The operations of a path item by method; some write it in capitals. */
export function methodsOf(pathItem: Cursor): [method: string, operation: Cursor][] {
  return pathItem.members().flatMap(([member, { report }]): [string, Cursor][] => {
    const method = member.toLowerCase()
    const operation = METHODS.includes(method) ? pathItem.get(member) : undefined
    if (operation === undefined) return []
    if (method !== member) {
      report.warn(operation, `\`${member}\` is taken for \`${method}\``, 'write it so')
    }
    return [[method.toUpperCase(), operation]]
  })
}

/** The operations' ids; where one is missing or taken, one made of method and path, or a number. */
function idsOf(places: readonly OperationPlace[]): string[] {
  const given = places.map(({ cursor }) => cursor.get('operationId')?.text())
  const taken = new Map<string, string>()
  const wanted = new Set(given)
  return places.map(({ cursor, method, path }, index) => {
    const own = given[index]
    const base = own ?? camelCase(`${method.toLowerCase()} ${path}`)
    let id = base
    for (let n = 2; taken.has(id) || (id !== own && wanted.has(id)); n++) id = `${base}_${n}`
    if (own !== undefined && id !== own) {
      const message = `the operationId \`${own}\` is used at ${taken.get(own)} already; this one is \`${id}\``
      cursor.report.warn(cursor, message, 'make them different')
    }
    taken.set(id, cursor.pointer)
    return id
  })
}
