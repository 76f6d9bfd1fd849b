import fastify, { type FastifyInstance } from 'fastify'
import { acceptAnyCredential, mock } from '../../mock/index.js'
import { clientErrorHandler, frameworkErrors, serve, serveErrors } from '../../runtime/index.js'
import type { LoadedContract } from './load-contract.js'

/** Longest path parameter: the limit on the whole head of a request. */
const MAX_PARAM_LENGTH = 16_384

/**
 * An app that validates requests and answers them from the document; with `unimplemented`, by 501.
 */
export function mockApp(
  { contract, generated }: LoadedContract,
  { unimplemented = false } = {},
): FastifyInstance {
  const app = fastify({
    clientErrorHandler,
    frameworkErrors,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  })
  serveErrors(app)
  const document = generated.model.bundled
  const missing = unimplemented ? {} : { missing: mock(contract, { document }) }
  const security = acceptAnyCredential(contract)
  // Examples are public, so their unnamed members are sent.
  app.register(serve(contract, { handlers: {}, security, unnamedMembers: 'send', ...missing }))
  return app
}
