import t from 'tap'
import { fail } from '../process.js'

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
