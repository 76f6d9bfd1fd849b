import process from 'node:process'
import type { Test } from 'tap'
import { createPostgres, type PostgresServer } from '../../../scripts/shared/postgres-server.js'
import { urlPool } from '../../../src/store/postgres/url-pool.js'
import { type PostgresOptions, postgres } from '../../../src/store/postgres.js'

export type { PostgresServer } from '../../../scripts/shared/postgres-server.js'

/** One server for all tests of this process, which goes at its end, or why there is none. */
let shared: Promise<PostgresServer | string> | undefined

/**
 * The running server of this process. A test has a database of its own there. Where there is no server it skips
 * the test, and resolves with nothing.
 */
export async function startPostgres(t: Test): Promise<PostgresServer | undefined> {
  shared ??= started()
  const server = await shared
  if (typeof server === 'string') {
    t.pass('PostgreSQL', { skip: server })
    return undefined
  }
  await server.start()
  return server
}

async function started(): Promise<PostgresServer | string> {
  const server = await createPostgres()
  if (typeof server === 'string') return server
  process.once('beforeExit', () => server.remove())
  try {
    await server.start()
    return server
    /* c8 ignore next 3 -- such as a machine without shared memory */
  } catch (error) {
    return (error as Error).message
  }
}

/** The URL of an empty database of this name, if there is a server, and the server. */
export async function emptyDatabase(t: Test, name: string) {
  const server = await startPostgres(t)
  await server?.query(`create database ${name}`)
  return server && { server, url: server.url(name) }
}

/** The store of a URL, which is closed when the test ends. */
export function openAt(t: Test, url: string, options?: PostgresOptions) {
  const store = postgres(urlPool(url), options)
  t.teardown(() => store.close())
  return store
}
