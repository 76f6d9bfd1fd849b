import { Buffer } from 'node:buffer'
import { parseMediaType } from '../openapi/media-type.js'
import { statusKeys } from '../openapi/status.js'
import {
  type Contract,
  type OperationContract,
  wholeOperation,
} from '../runtime/contract/contract.js'
import type { ResponseMedia } from '../runtime/contract/media.js'
import { parseJson } from '../runtime/json/parse.js'
import { lazySchemas } from '../runtime/loading/schemas.js'
import type { Conversions } from '../validation/conversions/conversions.js'
import { applyConversions } from '../validation/conversions/converted-values.js'
import { schemaConversions } from './schema-conversions.js'

/** What a middleware of openapi-fetch is told. */
interface Received {
  readonly request: Request
  readonly response: Response
  readonly schemaPath: string
}

/**
 * A middleware for openapi-fetch that keeps int64s of JSON responses exact: each is the `bigint` that its type
 * says, where `JSON.parse` would round it. Other responses stay as they are.
 *
 * ```ts
 * client.use(exactIntegers(contract))
 * ```
 */
export function exactIntegers(contract: Pick<Contract, 'operations' | 'schemas'>) {
  const operations = new Map(
    contract.operations.map((each) => [`${each.method} ${each.path}`, each] as const),
  )
  const { loaded, loadReachable } = lazySchemas(contract)
  const conversionsOf = schemaConversions(loaded)
  return {
    async onResponse({ request, response, schemaPath }: Received): Promise<Response | undefined> {
      const operation = operations.get(`${request.method} ${schemaPath}`)
      if (operation === undefined || response.body === null) return undefined
      const { responses } = await wholeOperation(operation)
      const schema = schemaOf(responses, response)
      if (schema === undefined) return undefined
      await loadReachable([schema])
      const conversions = conversionsOf(schema)
      return conversions && exactResponse(response, conversions)
    },
  }
}

/** The name of the schema of a JSON response. */
function schemaOf(
  responses: OperationContract['responses'],
  { status, headers }: Response,
): string | undefined {
  const key = statusKeys(status).find((each) => Object.hasOwn(responses, each))
  const content: Readonly<Record<string, ResponseMedia>> = key ? (responses[key] ?? {}) : {}
  const { essence = '' } = parseMediaType(headers.get('content-type') ?? '') ?? {}
  const [type = ''] = essence.split('/')
  const media = content[essence] ?? content[`${type}/*`] ?? content['*/*']
  return media === undefined || (media.kind ?? 'json') !== 'json' || !('schema' in media)
    ? undefined
    : media.schema
}

/** The response with its exact value, for the ways in which openapi-fetch reads it. */
async function exactResponse(response: Response, conversions: Conversions): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  // The body is decoded. With a length it is read by `json()`, not by `JSON.parse`.
  headers.delete('content-encoding')
  headers.set('content-length', String(bytes.length))
  const copy = new Response(bytes, { status, statusText, headers })
  const value = parsedExactly(bytes, conversions)
  if (value === undefined) return copy
  const read = { value: async () => value }
  // An error is read by `text()`, and stays what that gives if it is no JSON: no object is, as a text.
  const isObject = typeof value === 'object' && value !== null
  if (Array.isArray(value)) Object.defineProperty(value, 'toString', { value: () => '' })
  return Object.defineProperties(copy, response.ok || !isObject ? { json: read } : { text: read })
}

/** `undefined` for what is no JSON: the client says so. */
function parsedExactly(bytes: Buffer, conversions: Conversions): unknown {
  try {
    return applyConversions(parseJson(bytes, conversions), conversions)
  } catch {
    return undefined
  }
}
