import { memory } from './memory.js'
import { sqlite } from './sqlite.js'
import type { PlantStore } from './store.js'

/**
 * The store that a `STORE_URL` names:
 * - `memory:` keeps plants until the process ends.
 * - `sqlite:PATH` keeps them in a file; PATH is everything after the colon, as it is: absolute, or
 *   relative to the working directory.
 *
 * Nothing is opened yet; see `ready`.
 *
 * @throws {TypeError} with a message of one line when the URL names no store. The message does not
 * repeat the URL, which may hold a password.
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

function splitOnce(url: string): [scheme: string, rest: string | undefined] {
  const colon = url.indexOf(':')
  return colon < 0 ? [url, undefined] : [url.slice(0, colon), url.slice(colon + 1)]
}

/** `sqlite://data/plants.db` looks like a host and a path. `sqlite:///data/plants.db` is common and clear. */
function isPath(rest: string | undefined): rest is string {
  return rest !== undefined && rest !== '' && !/^\/\/(?!\/)/.test(rest)
}
