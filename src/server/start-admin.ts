import type { FastifyBaseLogger } from 'fastify'
import { listenFailure } from 'fastify-contract'
import { type AdminServer, type ServiceState, startAdmin } from './admin/admin-server.js'
import type { Config } from './config.js'
import { oneLine, StartError } from './start-error.js'

/**
 * Listens on `ADMIN_PORT`, if there is one.
 *
 * @throws {StartError} when it cannot be listened on.
 */
export async function openAdmin(
  { adminHost: host, adminPort: port }: Config,
  state: ServiceState,
  log: FastifyBaseLogger,
): Promise<AdminServer | undefined> {
  if (port === undefined) return undefined
  try {
    return await startAdmin({ host, port }, state, log)
  } catch (error) {
    const reason = listenFailure(error, host, port, 'ADMIN_') ?? oneLine(error)
    throw new StartError(reason, { cause: error })
  }
}
