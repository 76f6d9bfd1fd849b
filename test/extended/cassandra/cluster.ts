import type { Client } from 'cassandra-driver'
import type { Test } from 'tap'
import type { CassandraNode } from '../../../scripts/bench/shared/cassandra/node.js'
import { clientOf, startNodes } from '../../../scripts/bench/shared/cassandra/nodes.js'
import { ADDRESSES, PORT } from '../../../scripts/bench/shared/cassandra/settings.js'
import { orSkip } from '../registry.js'

export { clientOf } from '../../../scripts/bench/shared/cassandra/nodes.js'

export class Cluster {
  readonly nodes: readonly CassandraNode[]
  readonly seconds: readonly number[]
  readonly #admin: Client

  constructor(nodes: readonly CassandraNode[], seconds: readonly number[], admin: Client) {
    this.nodes = nodes
    this.seconds = seconds
    this.#admin = admin
  }

  url(keyspace: string): string {
    const hosts = ADDRESSES.map((address) => `${address}:${PORT}`).join(',')
    return `cassandra://${hosts}/${keyspace}?dc=datacenter1`
  }

  async empty(keyspace: string): Promise<void> {
    const tables = 'select table_name from system_schema.tables where keyspace_name = ?'
    const { rows } = await this.run(tables, [keyspace])
    if (rows.length > 0) await this.run(`truncate "${keyspace}".plants`)
  }

  run(statement: string, values: string[] = []) {
    return this.#admin.execute(statement, values, { readTimeout: 60_000 })
  }
}

/** Starts the nodes, which end with the test. Where they cannot run, it skips the test with the reason. */
export async function startCluster(t: Test): Promise<Cluster | undefined> {
  const started = await orSkip(t, startNodes(), 'Cassandra can run')
  if (started === undefined) return undefined
  t.teardown(() => started.remove())
  const admin = clientOf()
  t.teardown(() => admin.shutdown())
  return new Cluster(started.nodes, started.seconds, admin)
}
