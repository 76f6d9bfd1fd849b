import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from '../../../scripts/shared/free-ports.js'
import { identity } from '../../../scripts/shared/postgres-programs.js'
import { ClusterNode, type NodeState } from './cluster-node.js'
import { Program } from './processes.js'
import { programs } from './programs.js'

/** Looks, a tenth of a second apart, until a cluster is in a state. Whatever pauses all of it takes none. */
const PATIENCE = 1_800

/**
 * Three nodes behind a balancer that leads to the primary. One standby is synchronous, so that the primary can
 * lose either without a commit that no standby has.
 */
export class Cluster {
  readonly nodes: readonly ClusterNode[]
  readonly url: string
  readonly #folder: string
  readonly #programs: readonly Program[]

  private constructor(folder: string, bin: string, ports: readonly number[]) {
    const [etcd, peers, balancer, ...others] = ports as [number, number, number, ...number[]]
    this.#folder = folder
    this.url = `postgres://plants:plants@127.0.0.1:${balancer}/postgres`
    this.nodes = ['a', 'b', 'c'].map((name, at) => {
      const [postgres, rest] = others.slice(2 * at) as [number, number]
      return new ClusterNode(name, { postgres, rest, etcd, folder, bin })
    })
    const file = path.join(folder, 'haproxy.cfg')
    writeFileSync(file, balancing(balancer, this.nodes))
    this.#programs = [
      new Program('etcd', folder, [programs.etcd, ...etcdOptions(folder, etcd, peers)]),
      new Program('haproxy', folder, [programs.haproxy, '-f', file]),
    ]
  }

  /** Starts one, and resolves when it is whole. */
  static async start(bin: string): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'plants-cluster-'))
    const { uid, gid } = identity()
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    const cluster = new Cluster(folder, bin, await freePorts(9))
    try {
      for (const each of cluster.nodes) each.start()
      await cluster.isWhole()
      return cluster
    } catch (error) {
      await cluster.remove()
      throw error
    }
  }

  primary(): Promise<ClusterNode> {
    return this.#until('a primary', async () => {
      for (const each of this.nodes) if ((await each.status('primary')) === 200) return each
      return undefined
    })
  }

  /** Resolves when one node is the primary, and the others its standbys, one of them synchronous. */
  async isWhole(): Promise<void> {
    await this.#until('a primary and its standbys', async () => {
      const count = async (which: NodeState) =>
        (await Promise.all(this.nodes.map((each) => each.status(which)))).filter(
          (status) => status === 200,
        ).length
      const counts = await Promise.all((['primary', 'replica', 'sync'] as const).map(count))
      return counts.join() === '1,2,1' ? true : undefined
    })
  }

  async remove(): Promise<void> {
    for (const each of this.nodes) await each.kill()
    for (const each of this.#programs) await each.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    for (let count = 0; count < PATIENCE; count++) {
      const found = await look()
      if (found !== undefined) return found
      await wait(100)
    }
    throw new Error(`the cluster has not got ${what} in ${PATIENCE} looks: ${this.#lastLines()}`)
  }

  #lastLines(): string {
    const logs = this.nodes.map(({ name }) =>
      readFileSync(path.join(this.#folder, `${name}.log`), 'utf8')
        .split('\n')
        .slice(-12),
    )
    return logs.flat().join('\n')
  }
}

function etcdOptions(folder: string, clients: number, peers: number): string[] {
  const at = (port: number) => `http://127.0.0.1:${port}`
  return [
    ...['--name', 'etcd', '--data-dir', path.join(folder, 'etcd'), '--unsafe-no-fsync'],
    '--enable-v2',
    ...['--listen-client-urls', at(clients), '--advertise-client-urls', at(clients)],
    ...['--listen-peer-urls', at(peers), '--initial-advertise-peer-urls', at(peers)],
    ...['--initial-cluster', `etcd=${at(peers)}`],
  ]
}

/** Connections to a node that is no primary any more are closed. */
function balancing(port: number, nodes: readonly ClusterNode[]): string {
  const servers = nodes.map(
    ({ name, ports }) => `server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`,
  )
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 1s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map((each) => `  ${each}`),
    '',
  ].join('\n')
}
