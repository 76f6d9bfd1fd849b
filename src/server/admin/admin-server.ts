import { type AddressInfo, isIPv6 } from 'node:net'
import fastify, { type FastifyBaseLogger } from 'fastify'

/** What the admin port tells of a service. */
export interface ServiceState {
  /** True if it can answer requests: its store can be reached, and it does not stop. */
  isReady(): Promise<boolean>
  /** In the text format of Prometheus. */
  metrics(): Promise<string>
}

export interface AdminServer {
  close(): Promise<void>
}

/** Milliseconds after which a service without an answer is not ready. */
const PATIENCE = 1_000

/**
 * Listens on a port for operators: `/live` is answered while the process runs, `/ready` 200 or 503, `/metrics` for
 * Prometheus. It is no part of the contract, and asks for no token.
 *
 * @throws the error of the system when the port cannot be listened on.
 */
export async function startAdmin(
  { host, port: given }: { readonly host: string; readonly port: number },
  state: ServiceState,
  log: FastifyBaseLogger,
): Promise<AdminServer> {
  const app = fastify({ forceCloseConnections: true })
  app.get('/live', async () => ({ status: 'live' }))
  app.get('/ready', async (_request, reply) => {
    const isReady = await withinPatience(state.isReady())
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return state.metrics()
  })
  try {
    await app.listen({ host, port: given })
  } catch (error) {
    await app.close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const name = isIPv6(host) ? `[${host}]` : host
  log.info(`/live, /ready and /metrics are at http://${name}:${port}`)
  return { close: () => app.close() }
}

async function withinPatience(isReady: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false)
  })
  const answer = await Promise.race([isReady.catch(() => false), late])
  clearTimeout(timer)
  return answer
}
