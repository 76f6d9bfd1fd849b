/** Faults that a real server shows, each made and seen in its own statistics: no clock decides. */

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import type { PostgresOptions } from '../../../src/store/postgres.js'
import type { PlantStore } from '../../../src/store/store.js'
import { openLink } from './link.js'
import { openAt, type PostgresServer, startPostgres } from './server.js'

const server = (await startPostgres(t)) as PostgresServer
const options = { skip: server ? false : 'there is no PostgreSQL' }
const fern = { id: 1n, name: 'Fern' }
/** So long that no machine is too slow. */
const PATIENT = { statementTimeout: 600_000, retryTime: 600_000 }

let count = 0

/** A store in an empty schema, whose connections have the name of the schema. */
async function open(t: Test, given?: PostgresOptions, port = server.port) {
  const schema = `faults_${++count}`
  await server.query(`create schema ${schema}`)
  const parameters = `application_name=${schema}&options=-c%20search_path%3D${schema}`
  const url = `postgres://plants@127.0.0.1:${port}/postgres?${parameters}`
  const store = openAt(t, url, given)
  await store.ready()
  return { schema, url, store }
}

/** Does something to each connection of a store that waits for this, and resolves when there was one. */
async function onWaiting(schema: string, waits: string, act: string): Promise<void> {
  const which = `application_name = '${schema}' and wait_event = '${waits}'`
  const text = `select ${act} from pg_stat_activity where ${which}`
  while ((await server.query(text)).length === 0) await wait(5)
}

t.test('a connection that the server ends is replaced', options, async (t) => {
  const { schema, store } = await open(t, PATIENT)
  await onWaiting(schema, 'ClientRead', 'pg_terminate_backend(pid, 60000)')
  t.equal(await store.create(fern), 'created')
  await onWaiting(schema, 'ClientRead', 'pg_terminate_backend(pid)')
  t.same(await store.get(1n), fern, 'nor when that is not over yet')
})

t.test('a commit is not answered until its standby has it', options, async (t) => {
  const { schema, store } = await open(t, PATIENT)
  const standbys = async (names: string) => {
    await server.query(`alter system set synchronous_standby_names = '${names}'`)
    await server.query('select pg_reload_conf()')
  }
  await standbys('nobody')
  t.teardown(() => standbys(''))
  // The process that lets commits wait hears of it some time later.
  let id = 0n
  let outcome: string | undefined
  let created: Promise<unknown> = Promise.resolve()
  const isWaiting = async () => {
    const found = await server.query(
      `select from pg_stat_activity where application_name = '${schema}' and wait_event = 'SyncRep'`,
    )
    return found.length > 0
  }
  while (!(await isWaiting())) {
    if (outcome === undefined && id > 0n) continue
    outcome = undefined
    id += 1n
    created = store.create({ ...fern, id }).then((value) => (outcome = value))
    await wait(5)
  }
  const acts = ['pg_cancel_backend(pid)', 'pg_cancel_backend(pid)', 'pg_terminate_backend(pid)']
  for (const act of acts) {
    await onWaiting(schema, 'SyncRep', act)
    await onWaiting(schema, 'SyncRep', '1')
    const rows = await server.query(`select from ${schema}.plants where id = ${id}`)
    t.equal(rows.length, 1, 'the primary has it, and shows it')
    t.equal(outcome, undefined, 'it is not answered')
  }
  await standbys('')
  await created
  t.match(outcome, /^(unchanged|created)$/)
})

for (const [when, expected] of [
  ['before', 'created'],
  ['after', 'unchanged'],
] as const) {
  t.test(`a connection that ends ${when} the server has the commit`, options, async (t) => {
    const link = await openLink(t, server.port)
    const { store } = await open(t, PATIENT, link.port)
    link.cut(when)
    t.equal(await store.create(fern), expected)
    t.same(await store.get(1n), fern)
    link.cut(when)
    t.equal(await store.create({ ...fern, name: 'Moss' }), 'conflict')
  })
}

/** A connection of somebody else, in a transaction. */
async function foreign(t: Test, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  t.teardown(() => client.end())
  await client.query(`begin; ${statement}`)
  return client
}

t.test('a row in a transaction of somebody else stops its own create alone', options, async (t) => {
  const { schema, store } = await open(t)
  const other = await foreign(t, `insert into ${schema}.plants values (2, 'Moss')`)
  const calls = [1n, 2n, 3n].map((id) => store.create({ ...fern, id }))
  const [one, taken, last] = await Promise.allSettled(calls)
  t.match([one, last], [{ value: 'created' }, { value: 'created' }])
  const message = /: canceling statement due to lock timeout$/
  t.match(taken, { reason: { code: 'UNAVAILABLE', message } })
  await other.query('commit')
  t.equal(await store.create({ ...fern, id: 2n }), 'conflict')
})

t.test('a lock of the table leaves no statement behind that waits', options, async (t) => {
  const { schema, store } = await open(t, { statementTimeout: 1_000, retryTime: 0 })
  const other = await foreign(t, `lock table ${schema}.plants in access exclusive mode`)
  for (const id of [1n, 2n, 3n])
    await t.rejects(store.create({ ...fern, id }), { code: 'UNAVAILABLE' })
  const waiting = `select from pg_stat_activity where application_name = '${schema}' and wait_event_type = 'Lock'`
  while ((await server.query(waiting)).length > 0) await wait(5)
  await other.query('rollback')
  while ((await store.create(fern).catch(() => undefined)) === undefined);
})

t.test('stores that create plants in different orders do not deadlock', options, async (t) => {
  const { url, store } = await open(t, PATIENT)
  const other = openAt(t, url, PATIENT)
  const ids = Array.from({ length: 200 }, (_, n) => BigInt(n))
  for (let round = 0n; round < 5n; round++) {
    const all = ids.map((id) => id + 1_000n * round)
    const make = (by: PlantStore, order: bigint[]) =>
      Promise.all(order.map((id) => by.create({ id, name: 'Fern' })))
    const [one, two] = await Promise.all([make(store, all), make(other, all.toReversed())])
    t.equal([...one, ...two].filter((outcome) => outcome === 'created').length, ids.length)
  }
  const seen = 'select deadlocks from pg_stat_database where datname = current_database()'
  t.same(await server.query(seen), [{ deadlocks: '0' }])
})

t.test('a role that may not make the table uses one that is there', options, async (t) => {
  const schema = `faults_${++count}`
  await server.query(`create role gardener login; create schema ${schema}`)
  await server.query(`grant usage on schema ${schema} to gardener`)
  const url = `${server.url().replace('plants@', 'gardener@')}?options=-c%20search_path%3D${schema}`
  const store = openAt(t, url)
  const message = /: permission denied for schema faults_\d+; grant it to the role$/
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
  await server.query(
    `set search_path = ${schema};
    create table plants (id bigint primary key, name bytea not null, tag bytea);
    comment on table plants is 'plant-store 1';
    grant select, insert on plants to gardener`,
  )
  t.equal(await store.create(fern), 'created')
  t.equal(await store.create(fern), 'unchanged')
  await server.query(`revoke insert on ${schema}.plants from gardener`)
  const denied = /: permission denied for table plants; grant it to the role$/
  await t.rejects(store.create({ ...fern, id: 2n }), { code: 'UNAVAILABLE', message: denied })
})

t.test('a role that may not read and write the table is told so', options, async (t) => {
  const { schema, url, store } = await open(t)
  const role = `role_${schema}`
  await server.query(`create role ${role} login; grant usage on schema ${schema} to ${role}`)
  const limited = openAt(t, url.replace('plants@', `${role}@`))
  const grant = (what: string) => server.query(`grant ${what} on ${schema}.plants to ${role}`)
  const lacks = (what: string) => ({
    code: 'UNAVAILABLE',
    message: `PostgreSQL cannot be used now: the role may not ${what} the table "plants"; grant select, insert`,
  })
  await t.rejects(limited.ready(), lacks('select from'))
  await grant('select')
  await t.rejects(limited.ready(), lacks('insert into'))
  await grant('insert (id, name, tag)')
  t.equal(await limited.ready(), undefined)
  t.equal(await limited.create(fern), 'created')
  t.equal(await store.create(fern), 'unchanged')
})
