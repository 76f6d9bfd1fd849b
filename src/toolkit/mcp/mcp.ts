import type { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Contract } from '../runtime/contract/contract.js'
import { HIDDEN, refuseOtherMethods } from '../runtime/routing/other-methods.js'
import { answerMessage, loadSdk } from './messages.js'
import { toolsOf } from './tools.js'

/** Options of `mcp`. */
export interface McpOptions {
  /** Tags and operationIds of the operations that are tools. */
  readonly tools: readonly string[]
  /** Path of the server of tools. Default: `/mcp`. */
  readonly path?: `/${string}`
  /**
   * Origins of pages that may send requests, such as `https://agents.example`. Default: none, since any page could
   * otherwise use a server of the local network (DNS rebinding). Agents that are no pages send no `Origin`.
   */
  readonly allowedOrigins?: readonly string[]
  /** Most milliseconds of a call. Default: 30 s. */
  readonly timeout?: number
  /** Most bytes of a response that a tool gives. Default: 1 MiB. */
  readonly responseLimit?: number
}

/**
 * A Fastify plugin that offers operations of a contract to agents, as tools of a server of the Model Context
 * Protocol (streamable HTTP, without sessions). A call is a request to the same app with the credentials of the
 * caller. It needs the package `@modelcontextprotocol/server`, an optional peer. Register it under the prefix of the
 * contract:
 *
 * ```ts
 * await app.register(serve(contract, { handlers, security }), { prefix: '/shop' })
 * await app.register(mcp(contract, { tools: ['orders'] }), { prefix: '/shop' })
 * ```
 *
 * @throws {TypeError} if there is no contract, no tools are named, one that is named is unknown, or the package is missing.
 */
export function mcp(
  contract: Contract,
  options: McpOptions,
): FastifyPluginAsync<{ prefix?: string }> {
  const { tools: chosen, path = '/mcp', allowedOrigins = [] } = options ?? {}
  const { timeout = 30_000, responseLimit: limit = 1_048_576 } = options ?? {}
  if (!Array.isArray(contract?.operations)) {
    throw new TypeError('no contract; write app.register(mcp(contract, { tools }))')
  }
  const { title, version } = contract
  if (!Array.isArray(chosen) || chosen.length === 0) {
    throw new TypeError(`${title}: no tools; name tags or operationIds of operations`)
  }
  const plugin: FastifyPluginAsync<{ prefix?: string }> = async (app) => {
    const sdk = await loadSdk(title)
    const tools = await toolsOf(contract, chosen, (operationId, why) =>
      app.log.warn({ operation: operationId }, `operation is no tool: ${why}`),
    )
    app.addHook('onReady', async () => requireRoutes(app, contract, tools))
    refusePages(app, allowedOrigins)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )
    const calling = { app, schemes: contract.securitySchemes, timeout, limit }
    app.post(path, { schema: HIDDEN }, (request, reply) =>
      answerMessage(request, reply, { sdk, info: { name: title, version }, tools, calling }),
    )
    refuseOtherMethods(app, [{ url: path, method: 'POST' }])
  }
  return fp(plugin, {
    name: 'contract-mcp',
    fastify: '^5.0.0 || >=6.0.0-alpha.0 <6.0.0',
    encapsulate: true,
  })
}

/** @throws {TypeError} if a tool has no route: then the contract is elsewhere. */
function requireRoutes(
  app: FastifyInstance,
  { title }: Contract,
  tools: Awaited<ReturnType<typeof toolsOf>>,
): void {
  const prefix = app.prefix.replace(/\/$/, '')
  for (const { operation } of tools.values()) {
    const { method, url, operationId } = operation
    if (app.hasRoute({ method, url: `${prefix}${url}` })) continue
    const where = prefix === '' ? 'without a prefix' : `under ${prefix}`
    throw new TypeError(
      `${title}: ${operationId} is not served ${where}; register mcp under the prefix of the contract`,
    )
  }
}

/** Refuses requests of pages that are not allowed, as the transport of MCP requires (section "Security Warning"). */
function refusePages(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || allowed.includes(origin)) return
    const error = { code: -32000, message: 'This origin is not allowed.' }
    return reply.code(403).send({ jsonrpc: '2.0', error, id: null })
  })
}
