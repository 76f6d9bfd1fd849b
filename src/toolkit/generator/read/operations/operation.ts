import type { SecurityRequirement } from '../../../openapi/security.js'
import type { Operation, Parameter, SecurityScheme } from '../../model/model.js'
import { pascalCase } from '../../print/identifiers.js'
import type { Cursor } from '../document/cursor.js'
import type { Names } from '../document/names.js'
import { resolve } from '../document/references.js'
import { checkServers } from '../document/servers.js'
import type { Schemas } from '../schemas/schemas.js'
import type { OperationParts } from './operation-parts.js'
import { placeOf } from './parameter.js'
import { groupParameters } from './parameter-groups.js'
import { parametersOf, readParameters } from './parameters.js'
import { readResponses } from './responses.js'
import { type Listed, readRoute } from './route.js'
import { readSecurity } from './security.js'
import { type TagPaths, tagsOf } from './tags.js'

/** The fixed fields of a Path Item Object (3.2, section 4.10) that are operations. */
export const METHODS: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]
/** HTTP gives a body of these no meaning (RFC 9110, section 9.3); many servers refuse it. */
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE'])

/** What operations are read with. */
export interface OperationContext {
  readonly schemas: Schemas
  readonly parts: OperationParts
  /** Those declared, and those that are only asked for. */
  readonly schemes: SecurityScheme[]
  /** What holds for an operation without `security` of its own. */
  readonly security: SecurityRequirement[]
  readonly typeNames: Names
  readonly tags: TagPaths
  /** Where the document says that its paths are. */
  readonly basePath: string
}

/** Where an operation stands. */
export interface OperationPlace {
  readonly cursor: Cursor
  readonly pathItem: Cursor
  readonly path: string
  readonly method: string
}

/** An Operation Object (3.1, section 4.8.10). */
export function readOperation(
  { cursor, pathItem, path, method }: OperationPlace,
  { operationId, isOutgoing = false }: { operationId: string; isOutgoing?: boolean },
  context: OperationContext,
): Operation {
  const { schemas, parts, schemes } = context
  cursor.warnUnknown(parts.members, 'operation member')
  const typeName = context.typeNames.take(pascalCase(operationId), cursor)
  if (!isOutgoing) checkServers(cursor, context.basePath)
  const template = isOutgoing ? '' : path
  const parameters = readParameters(pathItem, cursor, template, parts.parameter)
  const { url, keys } = isOutgoing
    ? { url: '', keys: new Map() }
    : readRoute(path, cursor, listedIn(parameters, schemas))
  const requestBody = BODYLESS.has(method)
    ? withoutBody(cursor, pathItem, method)
    : parts.requestBody(cursor, pathItem, typeName)
  const security = cursor.get('security')
  const summary = cursor.get('summary')?.text()
  const description = cursor.get('description')?.text()
  const docs = cursor.get('externalDocs')?.get('url')?.text()
  return {
    operationId,
    typeName,
    pointer: cursor.place,
    origin: cursor,
    method,
    path,
    url,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(docs !== undefined && { docs }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    tags: tagsOf(cursor, context.tags),
    parameterGroups: groupParameters(parameters, keys, cursor, typeName, schemas),
    ...(requestBody && requestBody.content.length > 0 && { requestBody }),
    responses: readResponses(cursor, typeName, parts, schemas),
    security: security ? readSecurity(security, schemes) : context.security,
  }
}

/** What the path's parameters may be, where their schemas list texts. */
function listedIn(parameters: readonly Parameter[], schemas: Schemas): Listed {
  const lists = parameters.flatMap(({ name, in: place, schema }) => {
    const own = place === 'path' ? schemas.dereference(schema) : true
    const values = typeof own === 'object' ? own.enum : undefined
    const isTexts = values?.every((value) => typeof value === 'string' && value !== '') === true
    return isTexts ? [[name, values as string[]] as const] : []
  })
  return new Map(lists)
}

/** A body that is left out is not read: its schemas would be types of nothing. */
function withoutBody(cursor: Cursor, pathItem: Cursor, method: string): undefined {
  const hasBody =
    cursor.get('requestBody') !== undefined ||
    parametersOf(pathItem, cursor).some((each) => {
      const parameter = resolve(each.quiet())
      return parameter && BODIES.includes(placeOf(parameter.quiet(), BODIES) ?? '')
    })
  if (!hasBody) return
  const message = `the request body of ${method} is left out: it has no meaning in HTTP`
  cursor.report.warn(cursor, message, 'use POST, or QUERY')
}
const BODIES: readonly string[] = ['body', 'formData']
