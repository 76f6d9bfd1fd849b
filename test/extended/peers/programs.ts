/** Installs the peers: Schemathesis from PyPI, Specmatic from npm. */

import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '#toolkit/cli/process/child.js'
import { Unavailable } from '../../../scripts/bench/shared/packages.js'
import { CACHE, install } from '../registry.js'

/** The versions that the settings were written for. */
export const VERSIONS = { schemathesis: '4.32.5', specmatic: '2.55.1' }

const FOLDER = join(CACHE, 'peers')

/**
 * The program of Schemathesis.
 *
 * @throws {Unavailable} when there is no Python, or PyPI cannot be reached.
 */
export async function schemathesisProgram(): Promise<string> {
  const folder = join(FOLDER, `schemathesis-${VERSIONS.schemathesis}`)
  const program = join(folder, 'bin/st')
  if (await isThere(program)) return program
  await run('python3', ['-m', 'venv', folder])
  const requirement = `schemathesis==${VERSIONS.schemathesis}`
  await run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', requirement])
  return program
}

/**
 * The JAR of Specmatic, which its npm package has inside.
 *
 * @throws {Unavailable} when there is no Java, or npm's registry cannot be reached.
 */
export async function specmaticJar(): Promise<string> {
  await run('java', ['-version'])
  const folder = join(FOLDER, `specmatic-${VERSIONS.specmatic}`)
  const jar = join(folder, 'node_modules/specmatic/specmatic.jar')
  if (!(await isThere(jar))) await install(folder, [`specmatic@${VERSIONS.specmatic}`])
  return jar
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const { ok, why, stdout, stderr } = await execute(program, args, { timeout: 300_000 })
  const [reason = why] = /(?<=ERROR: ).*|.*ensurepip.*/.exec(stderr + stdout) ?? []
  if (!ok) throw new Unavailable(`${program}: ${reason}`)
}
