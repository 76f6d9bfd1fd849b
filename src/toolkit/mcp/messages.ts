import type { Buffer } from 'node:buffer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from '../runtime/json/stringify.js'
import { type Calling, callTool, exactValue, type ToolResult } from './call-tool.js'
import type { Tool } from './tools.js'

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** What answers messages. */
export interface ToolServer {
  readonly sdk: Sdk
  readonly info: { readonly name: string; readonly version: string }
  readonly tools: ReadonlyMap<string, Tool>
  readonly calling: Calling
}

/** The optional peer, loaded by those who use it. @throws {TypeError} if it is not there. */
export async function loadSdk(title: string) {
  try {
    return await import('@modelcontextprotocol/server')
  } catch (cause) {
    throw new TypeError(`${title}: mcp needs @modelcontextprotocol/server; install it`, { cause })
  }
}

/** Headers that the transport reads. */
const READ = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'] as const

/** Answers one message: each has a server and a transport of its own, since there are no sessions. */
export async function answerMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  served: ToolServer,
): Promise<FastifyReply> {
  const message = messageIn(request.body as Buffer | undefined)
  if (typeof message !== 'object') {
    const error = { code: -32700, message: 'The body is one message of JSON-RPC.' }
    return reply.code(400).send({ jsonrpc: '2.0', error, id: null })
  }
  const results: ToolResult[] = []
  const server = serverFor(request, served, results)
  const transport = new served.sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  })
  await server.connect(transport)
  try {
    const sent = READ.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, String(value)] as [string, string]]
    })
    const asked = new Request('http://localhost/', { method: 'POST', headers: sent })
    const response = await transport.handleRequest(asked, { parsedBody: message })
    const text = await response.text()
    const type = response.headers.get('content-type')
    if (type !== null) reply.type(type)
    return reply.code(response.status).send(text === '' ? undefined : withExact(text, results))
  } finally {
    await server.close()
  }
}

/** One message; `undefined` for what is none. */
function messageIn(body: Buffer | undefined): object | undefined {
  try {
    const value = body === undefined ? undefined : exactValue(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function serverFor(request: FastifyRequest, served: ToolServer, results: ToolResult[]) {
  const { sdk, info, tools, calling } = served
  const { ProtocolError, ProtocolErrorCode } = sdk
  const server = new sdk.Server(info, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => {
    return { tools: [...tools.values()].map(({ shown }) => shown) } as never
  })
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name)
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no tool ${params.name}`)
    const result = await callTool(tool, params.arguments ?? {}, request, calling)
    results.push(result)
    // The transport prints JSON, which has no exact integers.
    return { ...result, ...(result.structuredContent && { structuredContent: {} }) } as never
  })
  return server
}

/** The answer with the exact result in it. */
function withExact(text: string, [result]: readonly ToolResult[]): string {
  if (result?.structuredContent === undefined) return text
  const message = JSON.parse(text) as { readonly result?: object }
  if (message.result === undefined) return text
  const { structuredContent } = result
  return stringify({ ...message, result: { ...message.result, structuredContent } })
}
