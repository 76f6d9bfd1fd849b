import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import t from 'tap'
import { openStore, processorsOf } from '../../src/store/open.js'

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

t.test('any other URL is refused in one line without its password', async (t) => {
  const forms =
    '; the URL of a store is memory:, sqlite:PATH, postgres://HOST/DATABASE or cassandra://HOST,HOST/KEYSPACE'
  const host = 'sqlite://PATH would be a host; give sqlite:PATH, or sqlite:/PATH from the root'
  for (const [url, message] of [
    ['', `there is no colon${forms}`],
    ['memory', `there is no colon${forms}`],
    ['memory:x', `memory: has nothing behind its colon${forms}`],
    ['sqlite', `there is no colon${forms}`],
    ['sqlite:', `sqlite: lacks its path${forms}`],
    ['sqlite://data/plants.db', `${host}${forms}`],
    ['plants.db', `there is no colon${forms}`],
    ['mysql://me:secret@host/plants', `there is no store for mysql:${forms}`],
    ['file:plants.db', `there is no store for file:${forms}`],
    [
      'postgres://me:secret@host:port/plants',
      'the URL of a store in PostgreSQL is not postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of a password as %XX',
    ],
    [
      'cassandra://me:secret@host/',
      'the URL of a store in Cassandra must be cassandra://HOST,HOST/KEYSPACE',
    ],
  ] as const) {
    t.throws(() => openStore(url), { name: 'TypeError', message }, url)
  }
  t.throws(() => openStore('sqlite::memory:'), { name: 'TypeError', message: /use memory/ })
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
