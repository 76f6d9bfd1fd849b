import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const root = path.dirname(require.resolve('fastify-contract/package.json'))

/** The script that `npx fastify-contract` runs. */
export const BIN = path.join(root, 'bin/fastify-contract.js')

/** The folder of this package's compiled code. */
export const DIST = path.join(root, 'dist')

/** The version of this package. */
export function ownVersion(): string {
  return require('fastify-contract/package.json').version
}
