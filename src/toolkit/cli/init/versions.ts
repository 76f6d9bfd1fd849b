import { readFileSync } from 'node:fs'

/** This package. */
export const PACKAGE = 'fastify-contract'

/** What a service needs, in the versions that this toolkit is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** The same of this toolkit. */
export function ownVersion(): Readonly<Record<string, string>> {
  const own = new URL('../../../', import.meta.url)
  const { version } = JSON.parse(readFileSync(new URL('package.json', own), 'utf8'))
  return { [PACKAGE]: `^${version}` }
}
