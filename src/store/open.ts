import { memory } from './memory.js'
import { sqlite } from './sqlite.js'
import type { PlantStore } from './store.js'

/**
 * The store for a `STORE_URL`, not opened yet (see `ready`):
 * - `memory:` stores plants until the process ends.
 * - `sqlite:PATH` stores them in a file; PATH is everything after the colon, absolute or relative to the
 *   working directory.
 *
 * @throws {TypeError} with a message of one line when there is no such store. The message does not contain
 * the URL, which may contain a password.
 */
export function openStore(url: string): PlantStore {
  const [scheme, rest] = splitOnce(url)
  if (scheme === 'memory' && rest === '') return memory()
  if (scheme === 'sqlite' && isPath(rest)) return sqlite(rest)
  if (scheme === 'postgres' || scheme === 'postgresql') {
    throw new TypeError('the PostgreSQL store is not available yet; use memory: or sqlite:PATH')
  }
  throw new TypeError('the URL of a store must be memory: or sqlite:PATH')
}

/** True if several processes may open the store of this URL at the same time. */
export function isShareable(url: string): boolean {
  return splitOnce(url)[0] !== 'memory'
}

function splitOnce(url: string): [scheme: string, rest: string | undefined] {
  const colon = url.indexOf(':')
  return colon < 0 ? [url, undefined] : [url.slice(0, colon), url.slice(colon + 1)]
}

/** Refuses `sqlite://data/plants.db`, which looks like a host and a path; `sqlite:///data/plants.db` is clear. */
function isPath(rest: string | undefined): rest is string {
  return rest !== undefined && rest !== '' && !/^\/\/(?!\/)/.test(rest)
}
