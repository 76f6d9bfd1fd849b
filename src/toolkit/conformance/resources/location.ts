import { takesConnections } from '../target/reach.js'
import type { TestTarget } from '../target/test-target.js'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Milliseconds for a connection on this machine. */
const PATIENCE = 1000

/** Where a `Location` leads: a place of the tested server, below its base path, or what is wrong; neither elsewhere. */
interface Led {
  readonly target?: string
  readonly wrong?: string
}

/** Where a `Location` leads that the answer of a path had (RFC 9110, section 10.2.2). */
export async function whereLeads(server: TestTarget, path: string, location: string): Promise<Led> {
  const { baseUrl, basePath } = server
  const told = `Location: ${location}`
  if (!URL.canParse(location, baseUrl + path)) return { wrong: `${told}, which is no URL` }
  const url = new URL(location, baseUrl + path)
  if (url.host !== new URL(baseUrl).host) {
    const isNowhere = await leadsNowhere(baseUrl, url)
    return isNowhere ? { wrong: `${told}, where nothing listens` } : {}
  }
  if (!`${url.pathname}/`.startsWith(`${basePath}/`)) return { wrong: told }
  return { target: url.pathname.slice(basePath.length) + url.search }
}

/**
 * True for an address on this machine at which nothing listens, while the tested server is on this machine, too.
 * Another host may be the public one of the service.
 */
async function leadsNowhere(baseUrl: string, { hostname, origin }: URL): Promise<boolean> {
  const isNear = [hostname, new URL(baseUrl).hostname].every((each) => LOOPBACK.test(each))
  if (!isNear || (await takesConnections(origin, PATIENCE))) return false
  return takesConnections(baseUrl, PATIENCE)
}
