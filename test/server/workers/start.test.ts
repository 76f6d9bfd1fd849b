import { createServer } from 'node:net'
import t from 'tap'
import { fail } from '../process.js'

t.test('reasons why workers do not start are told once', async (t) => {
  const folder = t.testdir({ file: 'not a folder' })
  const taken = createServer().listen(0, '127.0.0.1')
  t.teardown(() => taken.close())
  await new Promise((resolve) => taken.on('listening', resolve))
  const PORT = String((taken.address() as { port: number }).port)
  const table: [env: NodeJS.ProcessEnv, line: RegExp][] = [
    [{ PORT }, /^PORT: \d+ on 127\.0\.0\.1 is taken; set PORT to another/],
    [{ STORE_URL: 'sqlite:file/plants.db' }, /^STORE_URL: ./],
    [
      { STORE_URL: 'memory:' },
      /^WORKERS: 2 processes cannot share a store in memory; remove it, or/,
    ],
  ]
  for (const [env, line] of table) {
    const { code, stdout, stderr } = await fail(t, { WORKERS: '2', ...env }, folder)
    t.same([code, stdout], [1, ''], JSON.stringify(env))
    t.match(stderr, /^plant-store: .*\n$/, 'in one line')
    t.match(stderr.replace('plant-store: ', ''), line)
  }
})

const UNSTARTED = [
  [
    'ends before it listens',
    'import cluster from "node:cluster"; if (cluster.isWorker) process.exit(9)',
    'a worker ended before it listened (9)',
  ],
  [
    'the system does not start',
    'import process from "node:process"; process.execPath = "/nowhere"',
    'spawn /nowhere ENOENT',
  ],
] as const

for (const [what, code, line] of UNSTARTED) {
  t.test(`a worker that ${what} ends the start with its reason`, async (t) => {
    const options = ['--import', `data:text/javascript,${code}`]
    const { code: exit, stderr } = await fail(t, { WORKERS: '2' }, t.testdir(), options)
    t.same([exit, stderr], [1, `plant-store: ${line}\n`])
  })
}
