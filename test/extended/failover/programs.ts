import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { installPackages } from '../debian.js'

const PACKAGES = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql', 'pgbouncer']

/** The programs of Debian's packages. */
export const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
}

const POSTGRESQL = '/usr/lib/postgresql'

/**
 * Installs what is missing of a cluster, and resolves with the folder of PostgreSQL's programs.
 *
 * @throws {Unavailable} where that is not Debian, or not root.
 */
export async function installCluster(): Promise<string> {
  if (!isThere()) await installPackages(...PACKAGES)
  const newest = readdirSync(POSTGRESQL)
    .map(Number)
    .sort((a, b) => b - a)[0]
  return path.join(POSTGRESQL, String(newest), 'bin')
}

function isThere(): boolean {
  return [...Object.values(programs), POSTGRESQL].every(existsSync)
}
