import { Client } from 'cassandra-driver'
import t from 'tap'
import { missingMethods } from '../../../src/store/cassandra/missing-methods.js'
import { cassandra } from '../../../src/store/cassandra.js'
import { memory } from '../../../src/store/memory.js'
import type { PlantStore } from '../../../src/store/store.js'
import { gate } from '../../helpers/gate.js'
import { APPLIED, fakeClient, refused, responseError } from './fake-client.js'

const fern = { id: 1n, name: 'Fern' }
const unavailable = (reason: string) => ({
  name: 'StoreError',
  code: 'UNAVAILABLE',
  message: `Cassandra cannot be used now: ${reason}`,
})

t.test('a create is one lightweight transaction', async (t) => {
  const { client, sent } = fakeClient([APPLIED, APPLIED])
  const store = cassandra(client)
  t.equal(await store.create({ id: -(2n ** 63n), name: 'a\0b' }), 'created')
  t.equal(await store.create({ ...fern, tag: '' }), 'created')
  const options = {
    ...{ consistency: 4, serialConsistency: 8, prepare: true, isIdempotent: false },
    readTimeout: 5000,
  }
  t.same(sent, [
    {
      statement: 'insert into "garden".plants (id, name) values (?, ?) if not exists',
      values: ['-9223372036854775808', 'a\0b'],
      options,
    },
    {
      statement: 'insert into "garden".plants (id, name, tag) values (?, ?, ?) if not exists',
      values: ['1', 'Fern', ''],
      options,
    },
  ])
  t.equal(await store.close(), undefined, 'whatever the client does')
})

t.test('the plant in the way decides', async (t) => {
  for (const [row, outcome] of [
    [{ name: 'Fern', tag: null }, 'unchanged'],
    [{ name: 'Moss', tag: null }, 'conflict'],
    [{ name: 'Fern', tag: '' }, 'conflict'],
  ] as const) {
    const { client } = fakeClient([refused({ id: {}, ...row })])
    t.equal(await cassandra(client).create(fern), outcome)
  }
})

t.test('a read is of the serial order', async (t) => {
  const { client, sent } = fakeClient([[{ name: 'Fern', tag: 'shade' }], []])
  const store = cassandra(client, { keyspace: 'other', serialConsistency: 'LOCAL_SERIAL' })
  t.same(await store.get(1n), { ...fern, tag: 'shade' })
  t.equal(await store.get(2n), undefined)
  t.match(sent[0], {
    statement: 'select name, tag from "other".plants where id = ?',
    options: { consistency: 9 },
  })
})

t.test('calls for one id that wait run together', async (t) => {
  const { client, sent } = fakeClient([APPLIED, refused({ name: 'Fern' }), [{ name: 'Fern' }]])
  const store = cassandra(client)
  const calls = await Promise.all([
    ...[store.create(fern), store.create(fern), store.create({ ...fern, name: 'Moss' })],
    ...[store.get(1n), store.get(1n)],
  ])
  t.same(calls, ['created', 'unchanged', 'conflict', fern, fern])
  t.not(calls[3], calls[4], 'each has its own copy')
  t.equal(sent.length, 3)
})

t.test('a plant that is refused with others is refused alone', async (t) => {
  const large = () => responseError(0x2200, 'Mutation is too large\nat x')
  const { client } = fakeClient([APPLIED, large(), large(), refused({ name: 'Fern' })])
  const store = cassandra(client)
  const calls = [fern, { ...fern, name: 'x'.repeat(99) }, fern].map((plant) => store.create(plant))
  const [first, second, third] = await Promise.allSettled(calls)
  t.match([first, third], [{ value: 'created' }, { value: 'unchanged' }])
  const message = 'Cassandra refused a statement: Mutation is too large'
  t.match(second, { reason: { code: 'FAILED', message } })
})

t.test('a row of somebody else without a name', async (t) => {
  const { client } = fakeClient([[{ name: null, tag: 'shade' }]])
  const message = 'somebody has stored a plant without a name: 1'
  await t.rejects(cassandra(client).get(1n), { code: 'FAILED', message })
})

/** What no store has yet is refused, and the others stay. */
t.test('methods that the store does not have', async (t) => {
  const store = missingMethods(memory()) as PlantStore
  const message =
    'the store in Cassandra has no method "get"; add it to src/store/cassandra/methods.ts'
  await t.rejects(store.get(1n), { name: 'StoreError', code: 'UNSUPPORTED', message })
})

t.test('a hundred plants are under way at once, or as many as may be', async (t) => {
  let [underWay, most] = [0, 0]
  const answer = async () => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return APPLIED
  }
  for (const [options, expected] of [
    [{}, 100],
    [{ maxInFlight: 7 }, 7],
  ] as const) {
    most = 0
    const { client } = fakeClient(Array.from({ length: 100 }, () => answer))
    const store = cassandra(client, options)
    const plants = Array.from({ length: 100 }, (_, n) => ({ ...fern, id: BigInt(n) }))
    await Promise.all(plants.map((plant) => store.create(plant)))
    t.equal(most, expected)
  }
})

t.test('the client of the driver is one, and is not there', async (t) => {
  const contactPoints = ['127.0.0.1:1']
  const store = cassandra(new Client({ contactPoints, localDataCenter: 'dc1' }), {
    keyspace: 'garden',
    retryTime: 0,
  })
  const message =
    /^Cassandra cannot be used now: All host\(s\) tried for query failed. First host tried, 127.0.0.1:1: .*ECONNREFUSED.*$/
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
  await store.close()
})

t.test('a cluster that does not answer', async (t) => {
  const late = gate()
  const { client } = fakeClient([() => late.passed.then(() => [])])
  const times = { statementTimeout: 50, retryTime: 0 }
  const store = cassandra(client, times)
  await store.ready()
  await t.rejects(store.create(fern), unavailable('no answer in 50 ms'))
  let isClosed = false
  const closed = store.close().then(() => (isClosed = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(isClosed, false, 'the client has a statement under way')
  late.open()
  await closed
})
