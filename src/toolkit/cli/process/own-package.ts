import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The script that `npx fastify-contract` runs. */
export const BIN = fileURLToPath(new URL('../../../bin/fastify-contract.js', import.meta.url))

/** The folder of this package's compiled code. */
export const DIST = fileURLToPath(new URL('../../', import.meta.url))

/** The version of this package. */
export function ownVersion(): string {
  return createRequire(import.meta.url)('fastify-contract/package.json').version
}
