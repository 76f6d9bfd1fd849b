import { type BatchOptions, batchedStore, checkInteger } from './common/batched-store.js'
import { methods } from './postgres/methods.js'
import type { PostgresPool } from './postgres/pool.js'
import { StatementRunner } from './postgres/statement-runner.js'
import type { PlantStore } from './store.js'

export type {
  PostgresConnection,
  PostgresNotice,
  PostgresPool,
  PostgresRows,
  PostgresStatement,
} from './postgres/pool.js'

/** Options of `postgres`. */
export interface PostgresOptions extends BatchOptions {
  /**
   * Milliseconds, up to 2^31-1, after which a statement is given up, here and, but for its commit, by the
   * server. A fifth of them is the longest wait for a row that a transaction of somebody else has. Default 5000.
   */
  readonly statementTimeout?: number
  /**
   * Milliseconds, up to 2^31-1, in which a batch is repeated after a lost connection, a restart or a
   * conflict of transactions, before its calls reject with `UNAVAILABLE`. Default 5000.
   */
  readonly retryTime?: number
}

/**
 * A store in a database of PostgreSQL 13 or newer, in a table `plants` that the first call makes. When
 * `create` resolves, the plant is as durable as a commit of the database. Concurrent creates share one
 * statement, and so one commit; the store has one transaction under way, and so one connection of the pool.
 * Several stores, on several machines, may use one database, also through PgBouncer in transaction mode:
 * no state of a session is used.
 *
 * Whatever may succeed later (a lost connection, a restart, a standby that is promoted) is repeated, which
 * is safe, since a create may be repeated.
 *
 * @param pool - A pool of connections, such as `new pg.Pool({ connectionString })`; `close` ends it.
 * @throws {TypeError} when the pool is none, or an option is malformed.
 *
 * @example
 * const store = postgres(new pg.Pool({ connectionString: 'postgres://localhost/plants' }))
 * await store.ready()
 * await store.create({ id: 1n, name: 'Fern' }) // 'created'
 * await store.close()
 */
export function postgres(pool: PostgresPool, options: PostgresOptions = {}): PlantStore {
  const { statementTimeout = 5_000, retryTime = 5_000 } = options
  if (typeof pool?.connect !== 'function') {
    throw new TypeError('postgres needs a pool, such as new pg.Pool({ connectionString })')
  }
  checkInteger('statementTimeout', statementTimeout, 1)
  checkInteger('retryTime', retryTime, 0)
  const runner = new StatementRunner(pool, { statementTimeout, retryTime })
  return batchedStore(methods, runner, options)
}
