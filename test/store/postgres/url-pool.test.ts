import { chmodSync, chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { placesOf } from '../../../src/store/postgres/places.js'
import { urlPool } from '../../../src/store/postgres/url-pool.js'
import { ROOT } from '../../helpers/tsc.js'
import { startReader } from './reader.js'
import { openAt, type PostgresServer, startPostgres } from './server.js'

const server = (await startPostgres(t)) as PostgresServer
const options = { skip: server ? false : 'there is no PostgreSQL' }

t.test('a store wants a server that writes', async (t) => {
  for (const attrs of ['any', 'read-write', 'primary'])
    t.ok(urlPool(`postgres://127.0.0.1:1/plants?target_session_attrs=${attrs}`))
})

t.test('the scheme of a URL has no case', options, async (t) => {
  const url = server.url().replace('postgres:', 'POSTGRES:')
  const store = openAt(t, `${url}?${await schema('shouted')}`)
  t.equal(await store.create(fern), 'created')
})

t.test('a socket has no host', async (t) => {
  const store = openAt(t, 'postgres://plants:p%40@/plants?host=/nowhere', { retryTime: 0 })
  await t.rejects(store.ready(), { message: /connect ENOENT \/nowhere\/.s.PGSQL.5432/ })
})

t.test('a pool that was never used ends', async (t) => {
  t.equal(await urlPool('postgres://127.0.0.1:1/plants').end(), undefined)
})

t.test('the addresses of hosts', async (t) => {
  const resolve = async (name: string) => {
    if (name === 'gone') throw new Error('ENOTFOUND')
    return [{ address: '10.0.0.1' }, { address: '10.0.0.2' }].slice(name === 'one' ? 1 : 0)
  }
  const names = ['127.0.0.1', '::1', '/run', '', 'one', 'gone'].map((host) => ({ host }))
  t.same(await placesOf(names, resolve), names.slice(0, -1), 'most stay as they are')
  t.same(await placesOf([{ host: 'two', port: 7 }], resolve), [
    { host: '10.0.0.1', port: 7, ssl: false },
    { host: '10.0.0.2', port: 7, ssl: false },
  ])
  for (const [ssl, more] of [
    [true, {}],
    [{ ca: 'A' }, { ca: 'A' }],
  ] as const) {
    const [place] = await placesOf([{ host: 'two', ssl }], resolve)
    t.same(place?.ssl, { servername: 'two', ...more }, 'a certificate is of the name')
  }
  await t.rejects(placesOf([{ host: 'gone' }], resolve), { message: 'ENOTFOUND' })
  const [known] = await placesOf([{ host: '127.0.0.1' }])
  t.same(known, { host: '127.0.0.1' })
})

/** An empty schema, as parameters of a URL. */
async function schema(name: string): Promise<string> {
  await server.query(`create schema ${name}`)
  return `options=-c%20search_path%3D${name}`
}

const fern = { id: 1n, name: 'Fern' }

t.test('of several hosts the primary is used', options, async (t) => {
  const reader = await startReader(t)
  const hosts = `127.0.0.1:1,127.0.0.1:${reader.port},127.0.0.1:${server.port}`
  const parameters = `target_session_attrs=read-write&${await schema('several')}`
  const store = openAt(t, `postgres://plants@${hosts}/postgres?${parameters}`)
  t.equal(await store.create(fern), 'created')
  await server.query(
    "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'plant-store'",
  )
  t.equal(await store.create(fern), 'unchanged')
  t.equal(reader.asked(), 1, 'the last primary is asked first')
})

t.test('a standby alone is waited for', async (t) => {
  const { port } = await startReader(t)
  const store = openAt(t, `postgres://plants@127.0.0.1:${port}/plants`, { retryTime: 0 })
  const message = /: the server takes no writes: it is a standby, or set to read only$/
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
})

/** Makes the server ask for a password in databases of some name, and speak TLS. */
async function secure(database: string): Promise<void> {
  const [hba] = (await server.query('show hba_file')) as [{ hba_file: string }]
  const folder = path.dirname(hba.hba_file)
  const { uid, gid } = statSync(folder)
  for (const [name, from] of [
    ['server.crt', 'localhost.pem'],
    ['server.key', 'localhost.key'],
  ] as const) {
    const file = path.join(folder, name)
    copyFileSync(path.join(ROOT, 'test', 'fixtures', 'tls', from), file)
    chmodSync(file, 0o600)
    chownSync(file, uid, gid)
  }
  const rules = readFileSync(hba.hba_file, 'utf8')
  writeFileSync(hba.hba_file, `hostssl ${database} all all scram-sha-256\n${rules}`)
  await server.query('alter system set ssl = on')
  await server.query('select pg_reload_conf()')
}

const opened = (t: Test, url: string) => openAt(t, url, { retryTime: 0 }).ready()

t.test('a password with special characters, over TLS', options, async (t) => {
  const password = `p@ss:w/rd?#[é]%'"\\ 1`
  await server.query('create database secured')
  await server.query(
    `create role keeper login superuser password E'${password.replace(/['\\]/g, '\\$&')}'`,
  )
  await secure('secured')
  const ca = encodeURIComponent(path.join(ROOT, 'test', 'fixtures', 'tls', 'authority.pem'))
  const url = (secret: string, host: string) =>
    `postgres://keeper:${encodeURIComponent(secret)}@${host}:${server.port}/secured?sslmode=verify-full&sslrootcert=${ca}`
  // The server reads its new settings some time later.
  while ((await opened(t, url('wrong', '127.0.0.1')).catch(({ message }) => message)) !== WRONG)
    await wait(20)
  await opened(t, url(password, '127.0.0.1'))
  t.pass('by address')
  await opened(t, url(password, 'localhost'))
  t.pass('by name')
  const authority = path.join(t.testdir(), 'authority.pem')
  const later = url(password, '127.0.0.1').replace(ca, encodeURIComponent(authority))
  const store = openAt(t, later, { retryTime: 0 })
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: /ENOENT/ })
  copyFileSync(path.join(ROOT, 'test', 'fixtures', 'tls', 'stranger.pem'), authority)
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: /certificate/ })
  copyFileSync(path.join(ROOT, 'test', 'fixtures', 'tls', 'authority.pem'), authority)
  t.equal(await store.ready(), undefined, 'when the file of the authority is there')
})

const WRONG =
  'PostgreSQL cannot be used now: password authentication failed for user "keeper"; correct the user or the password, or let them in by pg_hba.conf'
