import { readFileSync } from 'node:fs'

/** What a service needs, in the versions that this toolkit is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** This toolkit. */
export function ownVersion(): { readonly 'fastify-contract': string } {
  const file = new URL('../../../package.json', import.meta.url)
  return { 'fastify-contract': `^${JSON.parse(readFileSync(file, 'utf8')).version}` }
}
