import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { Program } from './processes.js'
import { programs } from './programs.js'

/** The ports of a node, PostgreSQL's and the one at which patroni tells of it, its folder, and where other things are. */
interface Settings {
  readonly postgres: number
  readonly rest: number
  readonly etcd: number
  readonly folder: string
  /** The programs of PostgreSQL. */
  readonly bin: string
}

export type NodeState = 'primary' | 'replica' | 'sync'

export class ClusterNode {
  readonly name: string
  readonly ports: Settings
  #program: Program | undefined

  constructor(name: string, ports: Settings) {
    this.name = name
    this.ports = ports
    // YAML is JSON, too.
    writeFileSync(this.#at(`${name}.yml`), JSON.stringify(settingsOf(name, ports)))
  }

  /** Starts it on an empty disk, as a new machine: patroni cannot rewind each old primary. */
  replace(): void {
    rmSync(this.#at(this.name), { recursive: true, force: true })
    this.start()
  }

  start(): void {
    const command = [programs.patroni, this.#at(`${this.name}.yml`)]
    this.#program = new Program(this.name, this.ports.folder, command, () => this.#postmaster())
  }

  /** What patroni tells, `200` if the node is that; nothing if it does not answer. */
  async status(of: NodeState): Promise<number | undefined> {
    const url = `http://127.0.0.1:${this.ports.rest}/${of}`
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
      await answer.text()
      return answer.status
    } catch {
      return undefined
    }
  }

  /** Ends all at once, as a machine that loses its power does, but for what is in the system's cache. */
  async kill(): Promise<void> {
    await this.#program?.kill()
  }

  freeze(isFrozen: boolean): void {
    this.#program?.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Ends patroni in order, which gives the primary to another node. */
  async stop(): Promise<void> {
    await this.#program?.end()
  }

  /** Ends PostgreSQL like a crash; patroni starts it again. */
  crash(): void {
    for (const each of this.#postmaster()) process.kill(each, 'SIGKILL')
  }

  #at(file: string): string {
    return path.join(this.ports.folder, file)
  }

  /** Patroni lets PostgreSQL live on when it ends. */
  #postmaster(): number[] {
    try {
      const file = this.#at(`${this.name}/postmaster.pid`)
      return [Number.parseInt(readFileSync(file, 'utf8'), 10)]
    } catch {
      return []
    }
  }
}

/** Seconds: a primary that is silent for longer is replaced. */
const TTL = 5

function settingsOf(name: string, { postgres, rest, etcd, folder, bin }: Settings): object {
  const at = (port: number) => `127.0.0.1:${port}`
  return {
    scope: 'plants',
    name,
    restapi: { listen: at(rest), connect_address: at(rest) },
    // Not `etcd3`: with it, Patroni before 3.1 may keep an old revision of a key and name no standby (its issue 2779).
    etcd: { host: at(etcd) },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL, loop_wait: 1, retry_timeout: 2 },
        ...{ synchronous_mode: true, synchronous_mode_strict: true },
        postgresql: {
          use_pg_rewind: true,
          parameters: { wal_log_hints: 'on', max_wal_senders: 5, hot_standby: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: at(postgres),
      connect_address: at(postgres),
      data_dir: path.join(folder, name),
      bin_dir: bin,
      // An old primary that cannot be rewound begins again as a new machine.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      pgpass: path.join(folder, `${name}.pgpass`),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust'].concat(
        'host replication all 127.0.0.1/32 trust',
      ),
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'plants', password: 'plants' },
        replication: { username: 'replicator', password: 'replicator' },
      },
    },
  }
}
