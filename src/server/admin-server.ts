import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import {
  clientErrorHandler,
  frameworkErrors,
  listenFailure,
  refuseOtherMethods,
  refuseUnknownPaths,
  serveErrors,
} from 'fastify-contract'
import { within } from '../store/common/within.js'
import type { Config } from './config.js'
import { oneLine, StartError } from './start-error.js'

/** What the admin port tells of a service. */
export interface ServiceState {
  /** Why it cannot answer requests, for the operator; `undefined` if it can. Never rejects. */
  trouble(): Promise<string | undefined>
  /** In the text format of Prometheus. */
  metrics(): Promise<string>
}

const ROUTES = ['/livez', '/readyz', '/metrics'].flatMap((url) =>
  ['GET', 'HEAD'].map((method) => ({ method, url })),
)

/** Milliseconds after which a service without an answer is not ready. */
const PATIENCE = 1_000

/**
 * Listens on `ADMIN_PORT`, if there is one: `/livez` is answered while the process runs, `/readyz` 200 or 503 with
 * the reason, `/metrics` for Prometheus. It is no part of the contract, and asks for no token. Its errors are those
 * of the contract.
 *
 * @throws {StartError} when the port cannot be listened on.
 */
export async function openAdmin(
  { adminHost: host, adminPort: port }: Pick<Config, 'adminHost' | 'adminPort'>,
  state: ServiceState,
  log: FastifyBaseLogger,
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined
  const app = fastify({ forceCloseConnections: true, clientErrorHandler, frameworkErrors })
  serveErrors(app)
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const late = () => `there was no answer within ${PATIENCE} ms`
    const reason = await within(PATIENCE, state.trouble(), late)
    if (reason === undefined) return { status: 'ready' }
    return reply.code(503).send({ status: 'not ready', reason })
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return state.metrics()
  })
  refuseOtherMethods(app, ROUTES)
  refuseUnknownPaths(app)
  try {
    const url = await app.listen({ host, port })
    log.info(`/livez, /readyz and /metrics are at ${url}`)
  } catch (cause) {
    await app.close()
    throw new StartError(listenFailure(cause, host, port, 'ADMIN_') ?? oneLine(cause), { cause })
  }
  return app
}
