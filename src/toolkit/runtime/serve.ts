import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Contract } from './contract/contract.js'
import type { MissingHandler, OperationHandler } from './contract/handler.js'
import { refuseUnknownPaths, serveScopeErrors } from './errors/serve-errors.js'
import { loadExplanation } from './loading/schemas.js'
import { addRoutes } from './operation-routes.js'
import { loadMultipart } from './request/call.js'
import { implementations } from './request/implementation.js'
import { checkNames } from './request/option-names.js'
import { addBodyParser } from './request/read-body.js'
import type { ServeOptions } from './request/serve-options.js'
import { serveSettings } from './request/serve-settings.js'
import { prepareSchemeHandlers } from './security/authenticate.js'

/**
 * A Fastify plugin that serves a generated contract. It is encapsulated: the host's Ajv,
 * serializer, error handler, not-found handler and content-type parsers stay as they are. The
 * host's hooks run in Fastify's order. What `preSerialization` makes of a value is checked, too.
 *
 * Methods that a documented path lacks are answered 405, unless a route of the host has them. Under
 * the `prefix` of its registration, unknown paths are answered 404 in the contract's shape; without
 * a prefix, the surrounding app answers them.
 *
 * ```ts
 * await app.register(serve(contract, { handlers, security }), { prefix: '/shop' })
 * ```
 *
 * @throws {TypeError} if the contract, `handlers` or a security handler is missing, or an option is wrong: at once,
 * not on the first request.
 */
export function serve<Handlers, Scheme extends string, Missing extends MissingHandler | undefined>(
  contract: Contract<Handlers, Scheme>,
  options: ServeOptions<Handlers, Scheme, Missing>,
): FastifyPluginAsync<{ prefix?: string }> {
  if (!Array.isArray(contract?.securitySchemes)) {
    throw new TypeError('no contract; write app.register(serve(contract, { handlers, security }))')
  }
  if (!options?.handlers || typeof options.handlers !== 'object') {
    throw new TypeError(`${contract.title}: no handlers; pass { handlers, security }`)
  }
  checkNames(contract, options)
  const serving = serveSettings(contract, options)
  const handlers = options.handlers as Readonly<Record<string, OperationHandler | undefined>>
  const plugin: FastifyPluginAsync<{ prefix?: string }> = async (app, { prefix }) => {
    const isClaimed = serveScopeErrors(app, prefix, serving.errorBody)
    addBodyParser(app)
    await prepareSchemeHandlers(app, serving.schemeHandlers)
    const implement = implementations(handlers, options.missing)
    const loads = addRoutes(app, contract, implement, serving)
    if (isClaimed) refuseUnknownPaths(app)
    const modules = [loadExplanation, loadMultipart]
    if (serving.load === 'eager') await Promise.all([...modules, ...loads].map((load) => load()))
    // While descriptors are free.
    else app.addHook('onListen', () => void Promise.allSettled(modules.map((load) => load())))
  }
  return fp(plugin, {
    name: 'contract',
    fastify: '^5.0.0 || >=6.0.0-alpha.0 <6.0.0',
    encapsulate: true,
  })
}
