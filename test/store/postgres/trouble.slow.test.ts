import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import type { PostgresOptions } from '../../../src/store/postgres.js'
import { portFor } from '../../helpers/wire.js'
import { openAt, type PostgresServer, startPostgres } from './server.js'

const server = (await startPostgres(t)) as PostgresServer
const options = { skip: server ? false : 'there is no PostgreSQL' }
let count = 0

/** The name of an empty database. */
async function empty(): Promise<string> {
  count += 1
  await server.query(`create database trouble_${count}`)
  return `trouble_${count}`
}

const open = (t: Test, database: string, options?: PostgresOptions) =>
  openAt(t, server.url(database), options)

const fern = { id: 1n, name: 'Fern' }
const unavailable = (reason: string) => ({
  name: 'StoreError',
  code: 'UNAVAILABLE',
  message: `PostgreSQL cannot be used now: ${reason}`,
})

t.test('many stores may make the table at once', options, async (t) => {
  const database = await empty()
  const stores = Array.from({ length: 12 }, () => open(t, database))
  await Promise.all(stores.map((store) => store.ready()))
  const outcomes = await Promise.all(stores.map((store) => store.create(fern)))
  t.equal(outcomes.filter((outcome) => outcome === 'created').length, 1)
})

/** [statements on a new database, the message, whether it passes with another statement] */
const REFUSALS: Record<string, readonly [statement: string, reason: string]> = {
  'a table of another application': [
    'create table plants (id int)',
    'the table "plants" belongs to another application; use another database, or another schema',
  ],
  'a table of another version': [
    "create table plants (id int); comment on table plants is 'plant-store 2'",
    'the table "plants" has the version 2, and not 1; use another database, or another schema',
  ],
  'commits that are not durable': [
    "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
    'synchronous_commit is off, so that plants could be lost; set it to on',
  ],
  'a database that only reads': [
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
    'the server takes no writes: it is a standby, or set to read only',
  ],
}

for (const [what, [statement, reason]] of Object.entries(REFUSALS)) {
  t.test(what, options, async (t) => {
    const database = await empty()
    await server.query(statement, database)
    const store = open(t, database, { retryTime: 100 })
    await t.rejects(store.ready(), unavailable(reason))
    await t.rejects(store.create(fern), unavailable(reason))
  })
}

t.test('a server that is not there', options, async (t) => {
  const store = openAt(t, 'postgres://plants@127.0.0.1:1/plants', { retryTime: 100 })
  await t.rejects(store.ready(), unavailable('connect ECONNREFUSED 127.0.0.1:1'))
})

t.test('a host that takes connections and says nothing is left for another', options, async (t) => {
  const port = await portFor(t, createServer())
  const url = server.url(await empty()).replace('@', `@127.0.0.1:${port},`)
  const store = openAt(t, url)
  while ((await store.create(fern).catch(() => undefined)) === undefined);
  t.equal(await store.create(fern), 'unchanged')
})

t.test('a table that is removed is not made again', options, async (t) => {
  const database = await empty()
  const store = open(t, database)
  await store.create(fern)
  await server.query('drop table plants', database)
  await t.rejects(store.create(fern), unavailable('relation "plants" does not exist'))
})

t.test('stores that race in serializable transactions agree', options, async (t) => {
  const database = await empty()
  await server.query(`alter database ${database} set default_transaction_isolation = serializable`)
  const stores = [open(t, database), open(t, database), open(t, database)]
  await Promise.all(stores.map((store) => store.ready()))
  for (let round = 0; round < 20; round++) {
    const ids = Array.from({ length: 20 }, (_, n) => BigInt(20 * round + n))
    const answers = await Promise.all(
      stores.map((store, n) => Promise.all(ids.map((id) => store.create({ id, name: `of ${n}` })))),
    )
    for (const at of ids.keys())
      t.same(answers.map((each) => each[at]).sort(), ['conflict', 'conflict', 'created'])
  }
})
