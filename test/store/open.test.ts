import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import t from 'tap'
import { openStore, processorsOf } from '../../src/store/open.js'
import { fits } from '../helpers/fits.js'
import { rowsOf } from '../helpers/rows.js'

t.test('memory:', async (t) => {
  const store = openStore('memory:')
  t.equal(await store.create({ id: 1n, name: 'Fern' }), 'created')
  await store.close()
})

t.test('sqlite:PATH', async (t) => {
  const folder = t.testdir()
  t.chdir(folder)
  for (const [url, file] of [
    ['sqlite:a.db', 'a.db'],
    ['sqlite:data/b.db', 'data/b.db'],
    ['SQLite:B.db', 'B.db'],
    [`sqlite:${folder}/c.db`, 'c.db'],
    [`sqlite://${folder}/d.db`, 'd.db'],
    ['sqlite:e%20?f#g:h.db', 'e%20?f#g:h.db'],
  ] as const) {
    const store = openStore(url)
    await store.ready()
    await store.close()
    t.ok(statSync(`${folder}/${file}`).isFile(), url)
  }
})

const FORMS =
  '; the URL of a store is memory:, sqlite:PATH, postgres://HOST/DATABASE or cassandra://HOST,HOST/KEYSPACE'
const HOST = 'sqlite://PATH would be a host; give sqlite:PATH, or sqlite:/PATH from the root'
const PG =
  'postgres://HOST:PORT/DATABASE, with USER:PASSWORD@ before HOST, and their special characters as %XX'
const IN_PG = `the URL of a store in PostgreSQL must be ${PG}`
const IN_CASSANDRA = 'the URL of a store in Cassandra'

/** The line that is told, or the start of it, and the URLs that it is told of. */
const REFUSED = rowsOf(`
  there is no colon${FORMS} | | memory | sqlite | plants.db
  memory: has nothing behind its colon${FORMS} | memory:x
  sqlite: lacks its path${FORMS} | sqlite:
  ${HOST}${FORMS} | sqlite://data/plants.db
  … use memory… | sqlite::memory:
  there is no store for mysql:${FORMS} | mysql://me:secret@host/plants
  there is no store for file:${FORMS} | file:plants.db
  ${IN_PG} | postgres://me:secret@host:port/ | postgres://me:sec/ret@host/plants | postgres://me:%ff@host/plants | postgres://me:secret@one,two:port/plants | postgres:/plants
  target_session_attrs must be one of any, read-write, primary: a store writes | postgres://127.0.0.1:1/plants?target_session_attrs=standby
  the URL of a store in PostgreSQL has an unknown parameter: sslmod | postgres://me:secret@h1,h2/plants?options=-c%20a%3Db&sslmod=verify-full
  ${IN_CASSANDRA} must be cassandra://HOST,HOST/KEYSPACE | cassandra://me:secret@h1 | cassandra://me:secret@h1/ | cassandra://me:secret@h1,/garden | cassandra://me:secret@h1/a.b | cassandra://me:secret@/garden | cassandra://me:secret@h 1/garden
  the user or the password in the URL of a store in Cassandra is malformed | cassandra://me:%zz@h1/garden
  the hosts in the URL of a store in Cassandra must have one port | cassandra://h1,h2:9142/g
  ${IN_CASSANDRA} has an unknown parameter: consistancy | cassandra://h1/g?consistancy=ONE
  consistency must be one of… | cassandra://h1/garden?consistency=ONE
  serialConsistency must be one of… | cassandra://h1/garden?serialConsistency=ONE
  replication must be a whole number… | cassandra://h1/garden?replication=0
  sslmode must be one of verify-full, verify-ca, no-verify | cassandra://h1/g?sslmode=require | cassandra://h1/g?sslmode= | cassandra://h1/g?sslrootcert=a.pem
`)

function told(url: string): string {
  try {
    return `opened: ${openStore(url)}`
  } catch (error) {
    return String(error)
  }
}

t.test('any other URL is refused in one line without its password', async (t) => {
  for (const [message, ...urls] of REFUSED)
    for (const url of urls) t.ok(fits(told(url), `TypeError: ${message}`), `${url}: ${told(url)}`)
})

t.test('loads no database library before it is needed', async (t) => {
  const script = `
    const { createRequire } = await import('node:module')
    const drivers = /node_modules.(pg|cassandra-driver)\\b/
    const { cache } = createRequire(process.argv[1])
    const driver = () => Object.keys(cache).find((file) => drivers.test(file))
    const loaded = () => driver() ?? process.report.getReport().sharedObjects.some((file) => file.includes('libsql'))
    const { openStore } = await import(${JSON.stringify(new URL('../../src/store/open.js', import.meta.url))})
    const store = openStore('sqlite:' + process.argv[1])
    const before = loaded()
    await store.ready()
    console.log(before, loaded())`
  const args = ['--input-type=module', '-e', script, `${t.testdir()}/plants.db`]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  t.equal(stdout, 'false true\n')
})

t.test('SQLite takes a processor of its own', async (t) => {
  t.same(['sqlite:plants.db', 'memory:', 'postgres://host/plants'].map(processorsOf), [1, 0, 0])
})
