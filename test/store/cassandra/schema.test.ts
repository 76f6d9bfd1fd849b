import t from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { APPLIED, COLUMNS, fakeClient, READY, responseError } from './fake-client.js'

const fern = { id: 1n, name: 'Fern' }

t.test('keyspace and table are made where they are missing, once', async (t) => {
  const { client, made } = fakeClient([APPLIED, APPLIED], {})
  const store = cassandra(client, { replication: 2 })
  await Promise.all([store.ready(), store.create(fern), store.create({ ...fern, id: 2n })])
  const [keyspace = '', table = ''] = made
  t.equal(
    keyspace,
    `create keyspace if not exists "garden" with replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 2}`,
  )
  const id = /with id = ([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}) /
  t.match(table, id)
  t.equal(made.length, 2)
  const other = fakeClient([], {})
  await cassandra(other.client).ready()
  t.equal(id.exec(other.made[1] ?? '')?.[1], id.exec(table)?.[1], 'all give it the same id')
})

t.test('a table that is there stays', async (t) => {
  const { client, made } = fakeClient([], {
    ...READY,
    columns: [...COLUMNS, 'colour text regular'],
  })
  await cassandra(client).ready()
  t.same(made, [])
})

/** What is told of a cluster, and what is different there. */
const REFUSED: Readonly<Record<string, object>> = {
  'the table "plants" belongs to another application; use another keyspace': {
    comment: 'plants of ours',
  },
  'the table "plants" has the version 2, and not 1; use another keyspace': {
    comment: 'plant-store 2',
  },
  'the table "plants" has no column "tag text regular"; use another keyspace': {
    columns: COLUMNS.slice(0, 2),
  },
  'durable_writes is off, so that plants could be lost; alter the keyspace': {
    keyspace: { durable_writes: false },
  },
}

t.test('a cluster that has something else is refused, and nothing is made', async (t) => {
  for (const [reason, different] of Object.entries(REFUSED)) {
    const { client, made } = fakeClient([], { ...READY, ...different })
    const store = cassandra(client)
    const error = { code: 'UNAVAILABLE', message: `Cassandra cannot be used now: ${reason}` }
    await t.rejects(store.ready(), error)
    await t.rejects(store.create(fern), error)
    t.same(made, [])
  }
})

t.test('a table that another node has not heard of is waited for', async (t) => {
  const { client } = fakeClient([APPLIED], {})
  let answers = 0
  const store = cassandra({
    ...client,
    async execute(statement, values, options) {
      const answer = await client.execute(statement, values, options)
      if (!statement.includes('.tables')) return answer
      answers += 1
      return answers < 4 ? { rows: [] } : answer
    },
  })
  t.equal(await store.create(fern), 'created')
  t.equal(answers, 4)
})

t.test('a cluster that becomes usable later is used', async (t) => {
  const { client } = fakeClient([APPLIED])
  let isUp = false
  const store = cassandra(
    {
      ...client,
      async execute(statement, values, options) {
        if (!isUp) throw responseError(0x2100, 'no permission')
        return client.execute(statement, values, options)
      },
    },
    { retryTime: 0 },
  )
  const message = 'Cassandra cannot be used now: no permission; grant it to the role'
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
  isUp = true
  t.equal(await store.create(fern), 'created')
})
