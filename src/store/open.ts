import { cassandraPages } from './cassandra/pages.js'
import { urlClient } from './cassandra/url-client.js'
import { cassandra } from './cassandra.js'
import type { BatchOptions } from './common/batched-store.js'
import type { PlantPages } from './common/plant-pages.js'
import { memory } from './memory.js'
import { postgresPages } from './postgres/pages.js'
import { urlPool } from './postgres/url-pool.js'
import { postgres } from './postgres.js'
import { sqlitePages } from './sqlite/pages.js'
import { sqlite } from './sqlite.js'
import type { PlantStore } from './store.js'

/**
 * The store for a `STORE_URL`, not opened yet (see `ready`):
 * - `memory:` stores plants until the process ends.
 * - `sqlite:PATH` stores them in a file; PATH is everything after the colon, absolute or relative to the
 *   working directory.
 * - `postgres://USER:PASSWORD@HOST:PORT/DATABASE` stores them in PostgreSQL.
 * - `cassandra://USER:PASSWORD@HOST,HOST/KEYSPACE` stores them in Cassandra; it needs `cassandra-driver`.
 *
 * @throws {TypeError} with a message of one line when there is no such store. The message does not contain
 * the URL, which may contain a password.
 */
export function openStore(url: string, options: Pick<BatchOptions, 'observe'> = {}): PlantStore {
  const [scheme, rest] = splitOnce(url)
  if (scheme === 'memory' && rest === '') return memory()
  const file = filePathOf(url)
  if (file !== undefined) return sqlite(file, options)
  if (isPostgres(scheme)) return postgres(urlPool(url), options)
  if (scheme === 'cassandra') {
    const { client, options: own } = urlClient(url)
    return cassandra(client, { ...options, ...own })
  }
  throw new TypeError(`${wrongness(scheme, rest)}; ${FORMS}`)
}

/**
 * The plants of the store of a `STORE_URL`, to be copied (see `copyPlants`). Nothing is opened yet.
 *
 * @throws {TypeError} like `openStore`, and for `memory:`, whose plants are those of one process.
 */
export function openPages(url: string): PlantPages {
  const [scheme, rest] = splitOnce(url)
  const file = filePathOf(url)
  if (file !== undefined) return sqlitePages(file)
  if (isPostgres(scheme)) return postgresPages(urlPool(url))
  if (scheme === 'cassandra') {
    const { client, options } = urlClient(url)
    return cassandraPages(client, options)
  }
  requireShareable(url)
  throw new TypeError(`${wrongness(scheme, rest)}; ${FORMS}`)
}

const FORMS =
  'the URL of a store is memory:, sqlite:PATH, postgres://HOST/DATABASE or cassandra://HOST,HOST/KEYSPACE'

/** What is wrong with a URL, without what may be a password. */
function wrongness(scheme: string, rest: string | undefined): string {
  if (rest === undefined) return 'there is no colon'
  if (scheme === 'memory') return 'memory: has nothing behind its colon'
  if (scheme !== 'sqlite') return `there is no store for ${scheme}:`
  if (rest === '') return 'sqlite: lacks its path'
  return 'sqlite://PATH would be a host; give sqlite:PATH, or sqlite:/PATH from the root'
}

/** True if several processes may open the store of this URL at the same time. */
export function isShareable(url: string): boolean {
  return splitOnce(url)[0] !== 'memory'
}

/** @throws {TypeError} if the plants of the store of this URL are those of one process. */
export function requireShareable(url: string): void {
  if (!isShareable(url)) throw new TypeError('a store in memory is gone with its process')
}

export function filePathOf(url: string): string | undefined {
  const [scheme, rest] = splitOnce(url)
  return scheme === 'sqlite' && isPath(rest) ? rest : undefined
}

/** The number of processors that the store of this URL takes when it is busy, beside its caller's. */
export function processorsOf(url: string): number {
  return splitOnce(url)[0] === 'sqlite' ? 1 : 0
}

function isPostgres(scheme: string): boolean {
  return scheme === 'postgres' || scheme === 'postgresql'
}

function splitOnce(url: string): [scheme: string, rest: string | undefined] {
  const colon = url.indexOf(':')
  // Schemes have no case (RFC 3986, section 3.1).
  return colon < 0 ? [url, undefined] : [url.slice(0, colon).toLowerCase(), url.slice(colon + 1)]
}

/** Refuses `sqlite://data/plants.db`, which looks like a host and a path; `sqlite:///data/plants.db` is clear. */
function isPath(rest: string | undefined): rest is string {
  return rest !== undefined && rest !== '' && !/^\/\/(?!\/)/.test(rest)
}
