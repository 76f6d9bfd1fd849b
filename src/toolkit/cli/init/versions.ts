import { ownVersion } from '../version.js'

/** This package. */
export const PACKAGE = 'fastify-contract'

/** What a service needs, in the versions that this package is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** The same of this package. */
export function toolkit(): Readonly<Record<string, string>> {
  return { [PACKAGE]: `^${ownVersion()}` }
}
