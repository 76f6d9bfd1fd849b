import type { Test } from 'tap'
import { createPostgres, type PostgresServer } from '../../../scripts/shared/postgres-server.js'

export type { PostgresServer } from '../../../scripts/shared/postgres-server.js'

/**
 * Starts a server for a test, which ends and goes with it. Where there is none it skips the test, and resolves
 * with nothing.
 */
export async function startPostgres(t: Test): Promise<PostgresServer | undefined> {
  const server = await createPostgres()
  if (typeof server === 'string') {
    t.pass('PostgreSQL', { skip: server })
    return undefined
  }
  t.teardown(() => server.remove())
  await server.start()
  return server
}
