import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ClientConfig } from 'pg'

/** A host of a URL, with all that its connections need. */
export type Host = ClientConfig

/** All addresses of a name. */
type Resolve = (name: string) => Promise<readonly { readonly address: string }[]>

/**
 * The addresses of all hosts, in their order, as they are now. A name of one address stays a name.
 *
 * @throws the error of the first name, when none has an address.
 */
export async function placesOf(
  hosts: readonly Host[],
  resolve: Resolve = (name) => lookup(name, { all: true }),
): Promise<readonly ClientConfig[]> {
  const found = await Promise.allSettled(hosts.map((host) => addressesOf(host, resolve)))
  const places = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (places.length > 0) return places
  throw (found[0] as PromiseRejectedResult).reason
}

async function addressesOf(host: Host, resolve: Resolve): Promise<readonly ClientConfig[]> {
  const { host: name } = host
  // Without a name there is a default, and with a slash a socket of this machine.
  if (!name || name.startsWith('/') || isIP(name) !== 0) return [host]
  const addresses = await resolve(name)
  if (addresses.length === 1) return [host]
  return addresses.map(({ address }) => ({ ...host, host: address, ssl: named(host.ssl, name) }))
}

/** The certificate is of the name, not of the address. */
function named(ssl: ClientConfig['ssl'], servername: string): NonNullable<ClientConfig['ssl']> {
  if (!ssl) return false
  return { servername, ...(ssl === true ? {} : ssl) }
}
