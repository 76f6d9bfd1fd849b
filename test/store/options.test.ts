import t from 'tap'
import { type CassandraOptions, cassandra } from '../../src/store/cassandra.js'
import { postgres } from '../../src/store/postgres.js'
import { sqlite } from '../../src/store/sqlite.js'
import { rowsOf } from '../helpers/rows.js'
import { fakeClient } from './cassandra/fake-client.js'
import { scripted } from './postgres/fake-pool.js'

const { client } = fakeClient()
const STORES: Readonly<Record<string, (options: object) => unknown>> = {
  sqlite: (options) => sqlite('x', options),
  postgres: (options) => postgres(scripted(), options),
  cassandra: (options) => cassandra(client, options),
}

/** A store, the least value of some options, and those options. */
const NUMBERS = `
  sqlite | 0 | busyTimeout
  sqlite | 1 | maxWaiting
  postgres | 0 | retryTime
  postgres | 1 | maxWaiting statementTimeout
  cassandra | 0 | retryTime
  cassandra | 1 | maxWaiting maxInFlight replication statementTimeout
`

t.test('an option of a store that is a number is whole and of some size', async (t) => {
  for (const [name = '', least = '', options = ''] of rowsOf(NUMBERS)) {
    const open = STORES[name]
    for (const option of options.split(' ')) {
      const message = `${option} must be a whole number from ${least} to 2147483647`
      for (const wrong of [Number(least) - 1, 1.5, Number.NaN, 2 ** 31, '5'])
        t.throws(() => open?.({ [option]: wrong }), { name: 'TypeError', message }, `${wrong}`)
      for (const right of [Number(least), 2 ** 31 - 1])
        t.doesNotThrow(() => open?.({ [option]: right }), `${option} ${right}`)
    }
  }
})

t.test('the path of an SQLite store is a file name', async (t) => {
  for (const path of ['', 'a\0b', 'sqlite:plants.db', undefined, 5, ':memory:']) {
    const message =
      path === ':memory:'
        ? 'SQLite keeps a file here; use memory() instead'
        : 'the path of an SQLite store must be a file name, such as plants.db'
    t.throws(() => sqlite(path as string), { name: 'TypeError', message }, `${path}`)
  }
})

t.test('a URL is no pool and no client of a database', async (t) => {
  for (const given of ['postgres://127.0.0.1/plants', undefined]) {
    t.throws(() => postgres(given as never), { message: /^postgres needs a pool, such as new / })
    t.throws(() => cassandra(given as never), {
      message: /^cassandra needs a client, such as new /,
    })
  }
})

t.test('the words among the options of a store in Cassandra', async (t) => {
  for (const [options, message] of [
    [{ keyspace: 'a"; drop' }, 'keyspace must be 1 to 48 letters, digits and _'],
    [{ consistency: 'ONE' }, 'consistency must be one of QUORUM, ALL, LOCAL_QUORUM, EACH_QUORUM'],
    [{ serialConsistency: 'QUORUM' }, 'serialConsistency must be one of SERIAL, LOCAL_SERIAL'],
  ] as [CassandraOptions, string][]) {
    t.throws(() => cassandra(client, options), { name: 'TypeError', message })
  }
  const { execute, shutdown } = client
  t.throws(() => cassandra({ execute, shutdown }), { message: /^keyspace must be/ })
})
