/** Three nodes of Cassandra on this machine. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, policies } from 'cassandra-driver'
import type { Test } from 'tap'
import { orSkip } from '../registry.js'
import { installCassandra } from './install.js'
import { CassandraNode } from './node.js'
import { ADDRESSES, PORT } from './settings.js'

export class Cluster {
  readonly nodes: readonly CassandraNode[]
  /** How long each took to start. */
  readonly seconds: readonly number[]
  readonly #admin: Client

  constructor(nodes: readonly CassandraNode[], seconds: readonly number[], admin: Client) {
    this.nodes = nodes
    this.seconds = seconds
    this.#admin = admin
  }

  url(keyspace: string): string {
    const hosts = ADDRESSES.map((address) => `${address}:${PORT}`).join(',')
    return `cassandra://${hosts}/${keyspace}?localDataCenter=datacenter1`
  }

  /** Removes the plants of a keyspace, if there are any. */
  async empty(keyspace: string): Promise<void> {
    const tables = 'select table_name from system_schema.tables where keyspace_name = ?'
    const { rows } = await this.run(tables, [keyspace])
    if (rows.length > 0) await this.run(`truncate "${keyspace}".plants`)
  }

  run(statement: string, values: string[] = []) {
    return this.#admin.execute(statement, values, { readTimeout: 60_000 })
  }
}

/** A client of all nodes, or of one alone, which then coordinates all of its statements. */
export function clientOf(address?: string): Client {
  const all = ADDRESSES.map((each) => `${each}:${PORT}`)
  const { AllowListPolicy, RoundRobinPolicy, TokenAwarePolicy } = policies.loadBalancing
  const nodes = new RoundRobinPolicy()
  return new Client({
    contactPoints: address === undefined ? all : [`${address}:${PORT}`],
    policies: {
      loadBalancing:
        address === undefined
          ? new TokenAwarePolicy(nodes)
          : new AllowListPolicy(nodes, [`${address}:${PORT}`]),
      reconnection: new policies.reconnection.ConstantReconnectionPolicy(500),
    },
  })
}

/** Starts the nodes, which end with the test. Where they cannot run, it skips the test with the reason. */
export async function startCluster(t: Test): Promise<Cluster | undefined> {
  const programs = await orSkip(t, installCassandra(), 'Cassandra can run')
  if (programs === undefined) return undefined
  // Not among the files of tap, which counts them.
  const folder = await mkdtemp(path.join(tmpdir(), 'plants-cassandra-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const nodes = ADDRESSES.map(
    (address, number) =>
      new CassandraNode({ folder: path.join(folder, address), number }, programs),
  )
  t.teardown(() => Promise.all(nodes.map((node) => node.kill())))
  const [first, ...others] = nodes as [CassandraNode, ...CassandraNode[]]
  // The others ask the first one whom to join.
  const seconds = [await first.start()]
  seconds.push(...(await Promise.all(others.map((node) => node.start()))))
  const admin = clientOf()
  t.teardown(() => admin.shutdown())
  return new Cluster(nodes, seconds, admin)
}
