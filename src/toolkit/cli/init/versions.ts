import { ownVersion } from '../process/own-package.js'

/** The name of this package. */
export const PACKAGE = 'fastify-contract'

/** Dependencies of a service, in the versions that this package is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** The dependency on this package. */
export function toolkitVersion(): Readonly<Record<string, string>> {
  return { [PACKAGE]: `^${ownVersion()}` }
}
