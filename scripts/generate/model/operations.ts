import type { Cursor } from './cursor.js'
import type { Operation, RequestBody, SecurityRequirement, SecurityScheme } from './model.js'
import { camelCase, Names, pascalCase } from './names.js'
import { type OperationParts, openApiParts } from './operation-parts.js'
import { groupParameters } from './parameter-groups.js'
import { readParameters } from './parameters.js'
import { resolve } from './references.js'
import { readResponses } from './responses.js'
import { readRoute } from './route.js'
import type { Schemas } from './schemas.js'
import { readSecurity } from './security.js'
import { swaggerParts } from './swagger.js'
import type { Version } from './version.js'

/** The fixed fields of a Path Item Object (3.1, section 4.8.9) that are operations. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const BODYLESS = new Set(['get', 'head', 'trace'])
const PATH_ITEM = new Set([...METHODS, 'summary', 'description', 'servers', 'parameters', '$ref'])

interface Context {
  readonly schemas: Schemas
  readonly parts: OperationParts
  readonly schemes: readonly SecurityScheme[]
  /** What holds for an operation without `security` of its own. */
  readonly security: SecurityRequirement[]
  readonly typeNames: Names
  readonly ids: Map<string, string>
  readonly urls: Map<string, string>
}

/** Every operation of the document, in document order. */
export function readOperations(
  root: Cursor,
  schemas: Schemas,
  schemes: readonly SecurityScheme[],
  version: Version,
): Operation[] {
  const context: Context = {
    schemas,
    parts: version === '2.0' ? swaggerParts(root, schemas) : openApiParts(schemas),
    schemes,
    security: readSecurity(root.get('security'), schemes),
    typeNames: new Names(),
    ids: new Map(),
    urls: new Map(),
  }
  return (root.get('paths')?.members() ?? []).flatMap(([path, item]) => {
    const pathItem = resolve(item)
    if (pathItem === undefined) return []
    refuseUnknown(pathItem, PATH_ITEM, 'path item member')
    return pathItem
      .members()
      .filter(([member]) => METHODS.includes(member))
      .map(([method, cursor]) => readOperation(cursor, pathItem, path, method, context))
  })
}

function readOperation(
  cursor: Cursor,
  pathItem: Cursor,
  path: string,
  method: string,
  context: Context,
): Operation {
  refuseUnknown(cursor, context.parts.members, 'operation member')
  const operationId = readId(cursor, `${method} ${path}`, context)
  const typeName = context.typeNames.take(pascalCase(operationId), cursor)
  const { schemas, parts } = context
  const parameters = readParameters(pathItem, cursor, path, parts.parameter)
  const { url, keys } = readRoute(path, cursor)
  claim(
    context.urls,
    `${method} ${url.replace(/(?<!:):\w+/g, ':')}`,
    cursor,
    'the same route stands',
  )

  const requestBody = bodyOf(cursor, method, parts.requestBody(cursor, pathItem, typeName))
  const security = cursor.get('security')
  const summary = cursor.get('summary')?.string()
  const description = cursor.get('description')?.string()
  return {
    operationId,
    typeName,
    pointer: cursor.pointer,
    method: method.toUpperCase(),
    path,
    url,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    deprecated: cursor.get('deprecated')?.boolean() ?? false,
    parameterGroups: groupParameters(parameters, keys, cursor, typeName, schemas),
    ...(requestBody && { requestBody }),
    responses: readResponses(cursor, typeName, parts),
    security: security ? readSecurity(security, context.schemes) : context.security,
  }
}

/** The operation's id, or one made of its method and path, numbered where that is taken. */
function readId(cursor: Cursor, wanted: string, { ids }: Context): string {
  const given = cursor.get('operationId')?.string()
  const base = given ?? camelCase(wanted)
  let id = base
  for (let n = 2; given === undefined && ids.has(id); n++) id = `${base}_${n}`
  claim(ids, id, cursor, `the operationId \`${id}\` is used`)
  return id
}

/** The body, unless none of its media types is carried or HTTP defines none (RFC 9110, section 9.3.1). */
function bodyOf(
  cursor: Cursor,
  method: string,
  body: RequestBody | undefined,
): RequestBody | undefined {
  if (body === undefined || body.content.length === 0) return undefined
  if (!BODYLESS.has(method)) return body
  const advice = 'use a method that has a body'
  cursor.report.unsupported(cursor, 'body', `request body of ${method.toUpperCase()}`, advice)
  return undefined
}

function claim(claims: Map<string, string>, key: string, cursor: Cursor, what: string): void {
  const first = claims.get(key)
  if (first === undefined) claims.set(key, cursor.pointer)
  else cursor.report.wrong(cursor, `${what} at ${first} already`, 'make them different')
}

function refuseUnknown(cursor: Cursor, known: ReadonlySet<string>, what: string): void {
  for (const [name, member] of cursor.members()) {
    if (!known.has(name))
      member.report.unsupported(member, name, `${what} \`${name}\``, 'leave it out')
  }
}
