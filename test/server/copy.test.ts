import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../src/store/open.js'
import { sqlite } from '../../src/store/sqlite.js'
import { noShell, withoutReader } from '../helpers/pipes.js'
import { fill, SAMPLES } from '../store/plant-samples.js'
import { emptyDatabase } from '../store/postgres/server.js'
import { copy, copyInTwo, main } from './copies.js'

/** The URL of a file with plants, and the URLs of others. */
async function files(t: Test) {
  const cwd = t.testdir({})
  const urlOf = (name: string) => `sqlite:${path.join(cwd, name)}`
  const store = sqlite(path.join(cwd, 'plants.db'))
  t.teardown(() => store.close())
  await fill(store)
  return { cwd, urlOf, from: urlOf('plants.db'), store }
}

t.test('npm run copy from SQLite to SQLite, with kill -9 in the middle', async (t) => {
  const { cwd, urlOf, from, store } = await files(t)
  await copyInTwo(t, cwd, [from, urlOf('copy.db')])
  await store.create({ id: 5n, name: 'created meanwhile' })
  const again = await copy(cwd, ['sqlite:plants.db', 'sqlite:copy.db'])
  t.match(again, {
    code: 0,
    stdout: `copied all plants: 1 created, ${SAMPLES.length} there already, 0 not copied\n`,
    stderr: /^\d+ created, \d+ there already, 0 not copied; to go on from here: --after=-?\d+$/m,
  })
})

t.test('npm run copy from SQLite to PostgreSQL and back, with kill -9 in the middle', async (t) => {
  const database = await emptyDatabase(t, 'copied')
  if (!database) return
  const { cwd, urlOf, from } = await files(t)
  await copyInTwo(t, cwd, [from, database.url])
  await copyInTwo(t, cwd, [database.url, urlOf('back.db')])
})

t.test('a plant whose id is taken is named, and the exit code is 1', async (t) => {
  const { cwd, urlOf, from } = await files(t)
  const other = openStore(urlOf('other.db'))
  await other.create({ id: 0n, name: 'moss' })
  await other.close()
  const told = await copy(cwd, [], { FROM_URL: from, TO_URL: 'sqlite:other.db' })
  t.match(told, {
    code: 1,
    stdout: `copied all plants: ${SAMPLES.length - 1} created, 0 there already, 1 not copied\n`,
    stderr: /^not copied: 0: another plant has its id$/m,
  })
})

t.test('a copy goes on when nobody reads what it prints', { skip: noShell }, async (t) => {
  const { cwd, urlOf, from } = await files(t)
  const { ended } = await withoutReader(t, [main, from, urlOf('copy.db')], 'both', { cwd })
  t.equal(await ended, 0)
})

t.test('npm run copy says in one line what is wrong, and the exit code is 2', async (t) => {
  const { cwd, from } = await files(t)
  writeFileSync(path.join(cwd, 'text'), 'this is no database')
  writeFileSync(path.join(cwd, 'empty'), '')
  const usage = 'usage: npm run copy -- FROM_URL TO_URL [--after=PLACE]'
  const gone = 'a store in memory is gone with its process'
  const [a, b] = ['sqlite:a.db', 'sqlite:b.db']
  for (const [args, line] of [
    [[], usage],
    [[a, b, '--after=x'], usage],
    [[a, 'sqlite:./a.db'], 'FROM_URL and TO_URL are one store'],
    [['memory:', b], `FROM_URL: ${gone}`],
    [[a, 'memory:'], `TO_URL: ${gone}`],
    [
      [a, 'mysql://me:secret@host/plants'],
      /^TO_URL: there is no store for mysql:; [^\n]*HOST\/KEYSPACE$/,
    ],
    [[a, b], /^FROM_URL: there is no file [^\n]*a\.db; correct its name$/],
    [['sqlite:text', b], /^FROM_URL: .*not a database$/],
    [['sqlite:empty', b], /^FROM_URL: .* is empty$/],
  ] as const) {
    const { code, stdout, stderr } = await copy(cwd, args)
    t.same([code, stdout], [2, ''], String(args))
    t.match(stderr.replace(/^plant-store: (.*)\n$/, '$1'), line)
  }
  t.notOk(existsSync(path.join(cwd, 'b.db')), 'no other store is made')
  const refused = await copy(cwd, [from, 'sqlite:text'])
  t.match(refused, {
    code: 2,
    stdout: '',
    stderr: /^plant-store: TO_URL: cannot open the plant store .*\n$/,
  })
})
