import { fileURLToPath } from 'node:url'

/** A file of this package, from where this one is compiled to. */
export function packageFile(url: string): string {
  return fileURLToPath(new URL(url, import.meta.url))
}

/** The script of the program. */
export const BIN = packageFile('../../bin/fastify-contract.js')
