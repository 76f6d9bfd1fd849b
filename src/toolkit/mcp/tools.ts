import { isJson, parseMediaType } from '../openapi/media-type.js'
import type { Schema, SchemaObject } from '../openapi/schema/schema.js'
import {
  type Contract,
  type OperationContract,
  type RouteSchema,
  wholeOperation,
} from '../runtime/contract/contract.js'
import { lazySchemas, referencesIn } from '../runtime/loading/schemas.js'
import { inputSchema, type ObjectSchema, outputSchema } from './tool-schemas.js'

/** An operation as a tool. */
export interface Tool {
  readonly operation: OperationContract
  /** The media type of its body. */
  readonly contentType: string | undefined
  /** True if `structuredContent` has to be there. */
  readonly shown: ShownTool
}

/** What a client is told of a tool. */
export interface ShownTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: Readonly<
    Record<`${'readOnly' | 'idempotent' | 'destructive'}Hint`, boolean>
  >
}

/**
 * The chosen operations as tools, by their names; `skip` is told why another one is none.
 *
 * @throws {TypeError} for a name of a choice that no operation has.
 */
export async function toolsOf(
  contract: Contract,
  chosen: readonly string[],
  skip: (operationId: string, why: string) => void,
): Promise<ReadonlyMap<string, Tool>> {
  const { routeSchemas = {}, title } = contract
  const routes = typeof routeSchemas === 'function' ? await routeSchemas() : routeSchemas
  const namesOf = (id: string) => [id, ...(routes[id]?.tags ?? [])]
  const known = new Set(contract.operations.flatMap(({ operationId }) => namesOf(operationId)))
  const unknown = chosen.find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new TypeError(`${title}: no operation has the tag or operationId ${unknown}`)
  }
  const schemas = lazySchemas(contract)
  const tools = new Map<string, Tool>()
  for (const each of contract.operations) {
    const route = routes[each.operationId]
    if (route === undefined || !namesOf(each.operationId).some((name) => chosen.includes(name))) {
      continue
    }
    const operation = await wholeOperation(each)
    const why = refusal(operation)
    if (why === undefined) {
      await schemas.loadReachable(referencesIn(route))
      const name = uniqueName(operation.operationId, tools)
      tools.set(
        name,
        toolOf(name, operation, route, schemas.loaded as ReadonlyMap<string, SchemaObject>),
      )
    } else skip(operation.operationId, why)
  }
  return tools
}

/** Why a tool cannot send the requests of an operation. */
function refusal({ unserved, querystring, requestBody }: OperationContract): string | undefined {
  if (unserved !== undefined) return `it is not served: ${unserved}`
  if (querystring !== undefined) return 'its query is one value'
  if (requestBody === undefined || bodyType(requestBody) !== undefined) return undefined
  return 'its body is neither JSON nor text'
}

/** The media type that a tool sends: JSON, or else a text. */
function bodyType({ content }: NonNullable<OperationContract['requestBody']>): string | undefined {
  const names = Object.keys(content).filter((name) => !name.includes('*'))
  const kindOf = (name: string) => content[name]?.kind ?? 'json'
  return (
    names.find((name) => kindOf(name) === 'json') ?? names.find((name) => kindOf(name) === 'text')
  )
}

function toolOf(
  name: string,
  operation: OperationContract,
  route: RouteSchema,
  schemas: ReadonlyMap<string, SchemaObject>,
): Tool {
  const { method, requestBody } = operation
  const contentType = requestBody && bodyType(requestBody)
  const body = contentType === undefined ? undefined : (schemaIn(route.body, contentType) ?? true)
  const output = outputSchema(resultSchema(route.response), schemas)
  const text = [route.summary, route.description].filter((each) => each).join('\n\n')
  const isSafe = ['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE'].includes(method)
  return {
    operation,
    contentType,
    shown: {
      name,
      ...(route.summary && { title: route.summary }),
      description: text || `${method} ${operation.path}`,
      inputSchema: inputSchema(route, operation, { body, schemas }),
      ...(output && { outputSchema: output }),
      annotations: {
        readOnlyHint: isSafe,
        // RFC 9110, section 9.2.2.
        idempotentHint: isSafe || method === 'PUT' || method === 'DELETE',
        destructiveHint: !isSafe,
      },
    },
  }
}

/** The schema of the only response of success, if all of it is JSON. */
function resultSchema(responses: RouteSchema['response']): Schema | undefined {
  const [first, ...others] = Object.keys(responses).filter((status) => status.startsWith('2'))
  if (first === undefined || others.length > 0) return undefined
  const [type, ...more] = Object.keys(contentOf(responses[first]))
  const isOnly = type !== undefined && more.length === 0
  return isOnly && isJson(parseMediaType(type)?.essence)
    ? schemaIn(responses[first], type)
    : undefined
}

function contentOf(body: unknown): Readonly<Record<string, { readonly schema?: Schema }>> {
  return (body as { content?: ReturnType<typeof contentOf> } | undefined)?.content ?? {}
}

function schemaIn(body: unknown, contentType: string): Schema | undefined {
  return contentOf(body)[contentType]?.schema
}

/** Most characters of a name that every client takes. */
const LONGEST = 64

/** The operationId in the characters that names of tools have, and with a number if it is taken. */
function uniqueName(operationId: string, tools: ReadonlyMap<string, unknown>): string {
  const plain = operationId.replace(/[^\w-]/g, '_').slice(0, LONGEST) || '_'
  let name = plain
  for (let n = 2; tools.has(name); n++) name = `${plain.slice(0, LONGEST - 5)}_${n}`
  return name
}
