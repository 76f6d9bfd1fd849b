import path from 'node:path'
import { readObject } from '../project/json.js'
import { TEMPLATES } from './templates.js'

/** This package. */
export const PACKAGE = 'fastify-contract'

/** What a service needs, in the versions that this package is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** The same of this package. */
export function ownVersion(): Readonly<Record<string, string>> {
  const manifest = readObject(path.join(TEMPLATES, '../package.json'))
  return { [PACKAGE]: `^${manifest?.version}` }
}
