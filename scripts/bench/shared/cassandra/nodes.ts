/** Three nodes of Cassandra on this machine, for tests and measurements. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, policies } from 'cassandra-driver'
import { installCassandra } from './install.js'
import { CassandraNode } from './node.js'
import { ADDRESSES, PORT } from './settings.js'

export interface CassandraNodes {
  readonly nodes: readonly CassandraNode[]
  /** How long each took to start. */
  readonly seconds: readonly number[]
  /** Ends them like a crash, and removes their folder. */
  remove(): Promise<void>
}

/** @throws {Unavailable} where they cannot run. */
export async function startNodes(): Promise<CassandraNodes> {
  const programs = await installCassandra()
  const folder = await mkdtemp(path.join(tmpdir(), 'plants-cassandra-'))
  const nodes = ADDRESSES.map(
    (address, number) =>
      new CassandraNode({ folder: path.join(folder, address), number }, programs),
  )
  const remove = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  const [first, ...others] = nodes as [CassandraNode, ...CassandraNode[]]
  try {
    // The others ask the first one whom to join.
    const seconds = [await first.start()]
    seconds.push(...(await Promise.all(others.map((node) => node.start()))))
    return { nodes, seconds, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A client of all nodes, or of one alone, which then coordinates all of its statements. */
export function clientOf(address?: string): Client {
  const all = ADDRESSES.map((each) => `${each}:${PORT}`)
  const { AllowListPolicy, RoundRobinPolicy, TokenAwarePolicy } = policies.loadBalancing
  const nodes = new RoundRobinPolicy()
  return new Client({
    contactPoints: address === undefined ? all : [`${address}:${PORT}`],
    // Nodes tell each other's addresses without it.
    protocolOptions: { port: PORT },
    policies: {
      loadBalancing:
        address === undefined
          ? new TokenAwarePolicy(nodes)
          : new AllowListPolicy(nodes, [`${address}:${PORT}`]),
      reconnection: new policies.reconnection.ConstantReconnectionPolicy(500),
    },
  })
}
