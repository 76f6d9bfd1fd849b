import { execFile } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'

const main = fileURLToPath(new URL('../../src/server/backup.js', import.meta.url))

t.test('npm run backup', async (t) => {
  const cwd = t.testdir({})
  const store = sqlite(path.join(cwd, 'plants.db'))
  t.teardown(() => store.close())
  await store.create({ id: 1n, name: 'fern' })
  const run = async (url: string, ...args: string[]) => {
    const env = { ...process.env, STORE_URL: url }
    const result = promisify(execFile)(process.execPath, [main, ...args], { cwd, env })
    return result.catch(({ code, stdout, stderr }) => ({ code, stdout, stderr }))
  }
  const told = await run('sqlite:plants.db', 'copy.db')
  t.same(told, { stdout: 'copied plants.db to copy.db, plants: 1\n', stderr: '' })
  const reason =
    'only a store of SQLite is a file; pg_dump copies one of PostgreSQL, nodetool snapshot one of Cassandra'
  for (const [url, args, line] of [
    ['sqlite:plants.db', [], 'usage: npm run backup -- FILE'],
    ['sqlite:plants.db', ['a', 'b'], 'usage: npm run backup -- FILE'],
    ['sqlite:plants.db', ['copy.db'], 'copy.db is there already; give another name'],
    ['memory:', ['copy.db'], `STORE_URL: ${reason}`],
    ['postgres://me:secret@host/plants', ['copy.db'], `STORE_URL: ${reason}`],
  ] as const) {
    t.match(await run(url, ...args), { code: 1, stdout: '', stderr: `plant-store: ${line}\n` })
  }
})
