import type { PoolConfig } from 'pg'
import { StoreError } from '../common/store-error.js'
import type { PostgresPool } from './pool.js'

/** Milliseconds to connect. */
const CONNECT_TIMEOUT = 5_000

/**
 * A pool of the package `pg` for a URL, which the first statement loads. One statement is under way at a
 * time; a second connection is there while one that was given up is closed.
 *
 * @throws {TypeError} when the URL is malformed. The message does not contain it: it may have a password.
 */
export function urlPool(url: string): PostgresPool {
  if (!URL.canParse(url)) throw new TypeError('the URL of a store in PostgreSQL is malformed')
  const config: PoolConfig = {
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'plant-store',
    keepAlive: true,
    allowExitOnIdle: true,
  }
  let pool: Promise<PostgresPool> | undefined
  return {
    async query(statement) {
      pool ??= load(config)
      return (await pool).query(statement)
    },
    async end() {
      await (await pool)?.end()
    },
  }
}

async function load(config: PoolConfig): Promise<PostgresPool> {
  const { default: pg } = await import('pg').catch((cause) => {
    const message = 'a store in PostgreSQL needs the package pg; install it: npm install pg@8'
    throw new StoreError('UNAVAILABLE', message, { cause })
  })
  const pool = new pg.Pool(config)
  // A statement tells what its own connection has; of one that nobody uses there is nothing to say.
  pool.on('error', () => {})
  return pool
}
