import fastify, { type FastifyInstance } from 'fastify'
import { acceptAnyCredential, mock } from '../../mock/index.js'
import { clientErrorHandler, frameworkErrors, serve, serveErrors } from '../../runtime/index.js'
import type { Loaded } from './load-contract.js'

/** The longest path parameter that is taken: the limit on the whole head of a request. */
const MAX_PARAM_LENGTH = 16_384

/**
 * An app that serves a contract before anything of it is implemented: requests are checked, and answered
 * from the document; or, with `unimplemented`, by 501.
 */
export function mockApp(
  { contract, generated }: Loaded,
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
  // What the document shows is answered as it is: a mock has nothing to keep to itself.
  app.register(serve(contract, { handlers: {}, security, unnamedMembers: 'send', ...missing }))
  return app
}
