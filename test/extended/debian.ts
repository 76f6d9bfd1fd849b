import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import { Unavailable } from '../../scripts/bench/shared/packages.js'

/**
 * Installs packages of Debian.
 *
 * @throws {Unavailable} where that is not Debian, or not root.
 */
export async function installPackages(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) throw new Unavailable(`only root can install ${names.join(', ')}`)
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...names)
}

async function apt(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const limits = { cwd: '/', env, timeout: 300_000 }
  const { ok, why, stderr } = await execute('apt-get', ['-q', ...args], limits)
  if (!ok) throw new Unavailable(`apt-get ${args[0]}: ${why} ${stderr.slice(-300)}`)
}
