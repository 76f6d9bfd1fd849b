import type { Client } from 'cassandra-driver'
import { cassandra } from '../../../src/store/cassandra.js'
import type { StoredPlant } from '../../../src/store/store.js'
import { clientOf } from '../shared/cassandra/nodes.js'
import type { Creator } from './creator.js'

const QUORUM = 4
const SERIAL = 8

/** The store over running nodes, and a loop of its statement over the driver. */
export async function cassandraCreators(): Promise<[store: Creator, loop: Creator]> {
  const store = cassandra(clientOf(), { keyspace: 'bench' })
  await store.ready()
  const client = clientOf()
  return [
    {
      name: 'Cassandra, three nodes',
      isOurs: true,
      create: (plant) => store.create(plant),
      close: () => store.close(),
    },
    {
      name: 'a loop over its driver',
      isOurs: false,
      create: (plant) => insert(client, plant),
      close: () => client.shutdown(),
    },
  ]
}

function insert(client: Client, { id, name }: StoredPlant): Promise<unknown> {
  const statement = 'insert into bench.plants (id, name) values (?, ?) if not exists'
  const options = { prepare: true, consistency: QUORUM, serialConsistency: SERIAL }
  return client.execute(statement, [String(id), name], options)
}
