import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import t from 'tap'
import { openStore } from '../../src/store/open.js'

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
  const general = 'the URL of a store must be memory: or sqlite:PATH'
  const postgres = 'the PostgreSQL store is not available yet; use memory: or sqlite:PATH'
  for (const [url, message] of [
    ['', general],
    ['memory', general],
    ['memory:x', general],
    ['sqlite', general],
    ['sqlite:', general],
    ['sqlite://data/plants.db', general],
    ['plants.db', general],
    ['SQLite:plants.db', general],
    ['mysql://me:secret@host/plants', general],
    ['postgres://me:secret@host/plants', postgres],
    ['postgresql://me:secret@host/plants', postgres],
  ] as const) {
    t.throws(() => openStore(url), { name: 'TypeError', message }, url)
  }
  t.throws(() => openStore('sqlite::memory:'), { name: 'TypeError', message: /use memory/ })
})

t.test('loads no database library before it is needed', async (t) => {
  const script = `
    const loaded = () => process.report.getReport().sharedObjects.some((file) => file.includes('libsql'))
    const { openStore } = await import('${new URL('../../src/store/open.js', import.meta.url)}')
    const store = openStore('sqlite:' + process.argv[1])
    const before = loaded()
    await store.ready()
    console.log(before, loaded())`
  const args = ['--input-type=module', '-e', script, `${t.testdir()}/plants.db`]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  t.equal(stdout, 'false true\n')
})
