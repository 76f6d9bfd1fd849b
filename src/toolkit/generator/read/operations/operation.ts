import { setOwn } from '../../../openapi/json.js'
import type { SecurityRequirement } from '../../../openapi/security.js'
import type { DescribedSecurityScheme, Operation, Parameter } from '../../model/model.js'
import { pascalCase } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { checkServers } from '../document/servers.js'
import type { UniqueIdentifiers } from '../schemas/schema-registry.js'
import type { Schemas } from '../schemas/schemas.js'
import { readRoute } from './fastify-route.js'
import type { OperationSyntax } from './openapi-3.js'
import { IN_BODY, parameterLocation } from './parameter.js'
import { groupParameters } from './parameter-schema.js'
import { parametersOf, readParameters } from './parameters.js'
import { readResponses } from './responses.js'
import type { EnumeratedValues } from './route-segment.js'
import { readSecurity, securityOf } from './security.js'
import { type TagPaths, tagsOf } from './tags.js'

/** Methods whose request body has no meaning (RFC 9110, section 9.3); many servers reject it. */
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE'])

export interface OperationContext {
  readonly schemas: Schemas
  readonly syntax: OperationSyntax
  /** Declared schemes, and undeclared ones that operations require. */
  readonly schemes: DescribedSecurityScheme[]
  readonly security: SecurityRequirement[]
  readonly typeNames: UniqueIdentifiers
  readonly tags: TagPaths
  readonly basePath: string
}

export interface OperationLocation {
  readonly cursor: Cursor
  /** The Path Item Objects that the operation is in. */
  readonly pathItem: readonly Cursor[]
  readonly path: string
  readonly method: string
}

/** An Operation Object (3.1, section 4.8.10). */
export function readOperation(
  { cursor, pathItem, path, method }: OperationLocation,
  { operationId, isOutgoing = false }: { operationId: string; isOutgoing?: boolean },
  context: OperationContext,
): Operation {
  const { schemas, syntax, schemes } = context
  const typeName = context.typeNames.take(pascalCase(operationId), cursor)
  if (!isOutgoing) checkServers(cursor, context.basePath)
  const template = isOutgoing ? '' : path
  const parameters = readParameters(pathItem, cursor, template, syntax.parameter)
  const { keys, ...route } = isOutgoing
    ? { url: '', keys: new Map<string, string>() }
    : readRoute(path, cursor, listedIn(parameters, schemas))
  const keyed = parameters.map((each): Parameter => {
    // Only a path is routed by the names of its parameters.
    const key = each.in === 'path' ? keys.get(each.name) : undefined
    return key === undefined ? each : { ...each, key }
  })
  const requestBody = BODYLESS.has(method)
    ? withoutBody(cursor, pathItem, method)
    : syntax.requestBody(cursor, pathItem, typeName)
  // A body without a media type cannot be read: an operation that needs it is not served.
  const hasBody = requestBody !== undefined && requestBody.content.length > 0
  const security = securityOf(cursor)
  const docs = cursor.get('externalDocs')?.get('url')?.text()
  const extensions = isOutgoing ? undefined : extensionsOf(cursor, pathItem)
  return {
    operationId,
    typeName,
    pointer: cursor.fullPointer,
    origin: cursor,
    method,
    path,
    ...route,
    ...cursor.texts('summary', 'description'),
    ...(docs !== undefined && { docs }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    tags: tagsOf(cursor, context.tags),
    ...(extensions && { extensions }),
    parameterGroups: groupParameters(keyed, cursor, typeName, schemas),
    ...(hasBody && { requestBody }),
    ...(requestBody?.required && !hasBody && { unserved: 'a request body without a media type' }),
    responses: readResponses(cursor, typeName, syntax, schemas),
    security: security ? readSecurity(security, schemes) : context.security,
  }
}

function listedIn(parameters: readonly Parameter[], schemas: Schemas): EnumeratedValues {
  const lists = parameters.flatMap(({ name, in: location, schema }) => {
    const own = location === 'path' ? schemas.registry.follow(schema) : true
    const values = typeof own === 'object' ? own.enum : undefined
    const isTexts = values?.every((value) => typeof value === 'string' && value !== '') === true
    return isTexts ? [[name, values as string[]] as const] : []
  })
  return new Map(lists)
}

/** Reports a body without reading it: its schemas would be unused types. */
function withoutBody(cursor: Cursor, pathItem: readonly Cursor[], method: string): undefined {
  const hasBody =
    cursor.get('requestBody') !== undefined ||
    parametersOf(pathItem, cursor).some((each) => {
      const parameter = resolve(each.quiet())
      return parameter && parameterLocation(parameter.quiet(), IN_BODY) !== undefined
    })
  if (!hasBody) return
  const message = `the request body of ${method} is left out: it has no meaning in HTTP`
  cursor.warn(message, 'use POST, or QUERY')
}

/** Largest extension in a contract, in characters of JSON: larger ones are code samples and the like. */
const LARGEST = 2_000

/** Specification extensions of an operation and of its path items (3.1, section 4.9), for hooks. */
function extensionsOf(
  operation: Cursor,
  pathItem: readonly Cursor[],
): Readonly<Record<string, unknown>> | undefined {
  const found: Record<string, unknown> = {}
  for (const [name, { value }] of [...pathItem, operation].flatMap((each) => each.entries())) {
    if (!name.startsWith('x-')) continue
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    if (text !== undefined && text.length <= LARGEST) setOwn(found, name, value)
  }
  return Object.keys(found).length === 0 ? undefined : found
}
