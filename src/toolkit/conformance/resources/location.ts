import { takesConnections } from '../target/reach.js'
import type { TestTarget } from '../target/test-target.js'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Milliseconds for a connection on this machine. */
const PATIENCE = 1000

/** A `Location`, resolved; nothing where it is no address. */
export function resolved({ baseUrl }: TestTarget, path: string, location: string): URL | undefined {
  const base = baseUrl + path
  return URL.canParse(location, base) ? new URL(location, base) : undefined
}

/**
 * True for an address on this machine at which nothing listens, while the tested server is on this machine, too.
 * Another host may be the public one of the service.
 */
export async function leadsNowhere({ baseUrl }: TestTarget, url: URL): Promise<boolean> {
  const isNear = [url, new URL(baseUrl)].every(({ hostname }) => LOOPBACK.test(hostname))
  if (!isNear || (await takesConnections(url.origin, PATIENCE))) return false
  return takesConnections(baseUrl, PATIENCE)
}
