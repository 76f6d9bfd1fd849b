import { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { isJson, parseMediaType } from '../openapi/media-type.js'
import type { SecurityScheme } from '../openapi/security.js'
import { parseJson } from '../runtime/json/parse.js'
import { ANYWHERE } from '../validation/conversions/conversions.js'
import { type ToolRequest, toolRequest, WrongArguments } from './tool-request.js'
import type { Tool } from './tools.js'

/** What a call needs of the plugin. */
export interface Calling {
  readonly app: FastifyInstance
  readonly schemes: readonly SecurityScheme[]
  /** Milliseconds. */
  readonly timeout: number
  /** Bytes of a response. */
  readonly limit: number
}

/** The result of a call, as MCP has it; int64s in `structuredContent` are exact. */
export interface ToolResult {
  readonly content: readonly ({ readonly type: 'text'; readonly text: string } | BytesContent)[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

interface BytesContent {
  readonly type: 'resource'
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string }
}

/**
 * Calls an operation by a request to the same app, with the credentials of the caller: whatever a client
 * over HTTP meets, an agent meets, too.
 */
export async function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  caller: FastifyRequest,
  calling: Calling,
): Promise<ToolResult> {
  try {
    return await answered(toolRequest(tool, args), caller, calling)
  } catch (error) {
    if (error instanceof WrongArguments) return failed(`The call is wrong: ${error.message}.`)
    if (error instanceof TooLarge) return failed('The response is too large for a tool.')
    const { name } = error as Error
    if (name === 'TimeoutError' || name === 'AbortError') return failed('The call took too long.')
    throw error
  }
}

class TooLarge extends Error {}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

async function answered(
  request: ToolRequest,
  caller: FastifyRequest,
  { app, schemes, timeout, limit }: Calling,
): Promise<ToolResult> {
  const { headers, query } = credentialsOf(caller, schemes)
  const own = headers.cookie === undefined ? undefined : [headers.cookie, request.headers.cookie]
  const cookie = own?.filter((each) => each !== undefined).join('; ')
  const url =
    query === '' ? request.url : `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`
  const signal = AbortSignal.timeout(timeout)
  const { method, payload } = request
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: `${app.prefix.replace(/\/$/, '')}${url}`,
    headers: { host: caller.host, ...request.headers, ...headers, ...(cookie && { cookie }) },
    // Limits by address are those of the caller.
    remoteAddress: caller.ip,
    signal,
    payloadAsStream: true,
    ...(payload !== undefined && { payload }),
  })
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response.stream()) {
    signal.throwIfAborted()
    length += chunk.length
    if (length > limit) throw new TooLarge()
    chunks.push(Buffer.from(chunk))
  }
  const { statusCode, headers: sent } = response
  return resultOf(statusCode, String(sent['content-type'] ?? ''), Buffer.concat(chunks))
}

/** The credentials that the contract's schemes read, as they were sent to the server of the tools. */
function credentialsOf(caller: FastifyRequest, schemes: readonly SecurityScheme[]) {
  const names = ['authorization', ...schemes.flatMap(headersOf)]
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = caller.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const query = new URLSearchParams()
  const given = new URL(caller.url, 'http://localhost').searchParams
  for (const { in: place, parameter = '' } of schemes) {
    const value = given.get(parameter)
    if (place === 'query' && value !== null) query.set(parameter, value)
  }
  return { headers, query: query.toString() }
}

function headersOf({ in: place, parameter }: SecurityScheme): string[] {
  if (place === 'cookie') return ['cookie']
  return place === 'header' && parameter !== undefined ? [parameter.toLowerCase()] : []
}

function resultOf(status: number, type: string, bytes: Buffer): ToolResult {
  const isError = status < 200 || status > 299
  const { essence = '' } = parseMediaType(type) ?? {}
  const isText = bytes.length === 0 || isJson(essence) || essence.startsWith('text/')
  const text = bytes.length === 0 ? `${status}, without a body` : bytes.toString('utf8')
  if (isError) return failed(isText ? text : String(status))
  if (!isText) {
    const resource = { uri: 'response:body', mimeType: essence, blob: bytes.toString('base64') }
    return { content: [{ type: 'resource', resource }] }
  }
  const content = [{ type: 'text', text }] as const
  const value = isJson(essence) && bytes.length > 0 ? exactValue(bytes) : undefined
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? { content, structuredContent: value as Record<string, unknown> } : { content }
}

/** A value whose integers are exact. */
export function exactValue(bytes: Buffer): unknown {
  return parseJson(bytes, ANYWHERE)
}
