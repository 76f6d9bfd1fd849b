/** Installs the peers: Schemathesis from PyPI, Specmatic from npm. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../../../scripts/bench/shared/packages.js'
import { pythonWith, runOrSay } from '../python.js'
import { CACHE } from '../registry.js'

/** The versions that the settings were written for. */
export const VERSIONS = { schemathesis: '4.32.5', specmatic: '2.55.1' }

/**
 * The program of Schemathesis.
 *
 * @throws {Unavailable} when there is no Python, or PyPI cannot be reached.
 */
export async function schemathesisProgram(): Promise<string> {
  return join(await pythonWith([`schemathesis==${VERSIONS.schemathesis}`], 'st'), 'st')
}

/**
 * The JAR of Specmatic, which its npm package has inside.
 *
 * @throws {Unavailable} when there is no Java, or npm's registry cannot be reached.
 */
export async function specmaticJar(): Promise<string> {
  await runOrSay('java', ['-version'])
  const folder = join(CACHE, 'peers', `specmatic-${VERSIONS.specmatic}`)
  const jar = join(folder, 'node_modules/specmatic/specmatic.jar')
  if (!existsSync(jar)) await install(folder, [`specmatic@${VERSIONS.specmatic}`])
  return jar
}
