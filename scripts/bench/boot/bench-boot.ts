import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { execute } from '#toolkit/cli/process/child.js'
import { table } from '../../shared/tools.js'
import { explainFailure } from '../shared/measure.js'
import { CACHE, install } from '../shared/packages.js'
import {
  type BenchOptions,
  forEachSubject,
  orSkip,
  SUBJECTS,
  type Subject,
} from '../shared/subjects.js'
import { printSummary, type Summary, summarize, takeTurns } from '../shared/summary.js'
import { prepare } from './prepared-files.js'
import { type BootTarget, SERVERS, type ServerName } from './servers.js'

/** The documents and limits of a benchmark. */
export interface BootCourse {
  readonly subjects: readonly Subject[]
  readonly cache: string
  /** Longest start of a server. */
  readonly seconds: number
}

const { plants, github, stripe, ec2 } = SUBJECTS
const COURSE: BootCourse = { cache: CACHE, seconds: 60, subjects: [plants, github, stripe, ec2] }

const PEERS = ['fastify@5.12.8', 'fastify-openapi-glue@4.11.4', 'openapi-backend@5.21.2']

/** Servers side by side: the time of their start from a document, and their memory. */
export async function benchBoot(options: BenchOptions, course = COURSE): Promise<void> {
  const peers = path.join(course.cache, 'servers')
  await mkdir(peers, { recursive: true })
  const others = await orSkip('the other servers', () => install(peers, PEERS).then(() => true))
  const names = (Object.keys(SERVERS) as ServerName[]).filter(
    (name) => others !== undefined || !PEERS.some((each) => each.startsWith(`${name}@`)),
  )
  await forEachSubject(course.subjects, course.cache, async ({ name }, document) => {
    const prepared = await prepare(document, name.replaceAll(' ', '-'), options.ignore)
    console.log(`\n${name}, ${options.runs} runs: median (min-max)`)
    const target = { ...prepared, peers }
    const results = await takeTurns(names, options.runs, (name) =>
      boot(name, target, course.seconds),
    )
    console.log(bootTable(results))
  })
}

/** By server: its starts, or the reason why it failed. */
type BootResults = ReadonlyMap<ServerName, Boot[] | string>

const HEAD = ['server', 'ready ms', 'ratio', 'MB', 'first request ms', 'slowest']

function bootTable(results: BootResults): string {
  const [first] = results.values()
  const base = typeof first === 'object' ? readyTime(first).median : Number.NaN
  const rows = [...results].map(([name, result]) =>
    typeof result === 'string' ? [name, result] : [name, ...cells(result, base)],
  )
  return table(HEAD, rows)
}

function readyTime(boots: readonly Boot[]) {
  return summarize(boots.map(({ ready }) => ready))
}

function cells(boots: readonly Boot[], base: number): (string | number)[] {
  const ready = readyTime(boots)
  return [
    printSummary(ready, 0),
    (ready.median / base).toFixed(2),
    Math.round(summarize(boots.map(({ megabytes }) => megabytes)).median),
    summarize(boots.map(({ first }) => first.median)).median.toFixed(1),
    summarize(boots.map(({ first }) => first.max)).median.toFixed(1),
  ]
}

/** The measurements of one start. */
export interface Boot {
  /** Milliseconds from the first import until the server is ready. */
  readonly ready: number
  /** Memory of the process when it is ready. */
  readonly megabytes: number
  /** Milliseconds of first requests to operations. */
  readonly first: Summary
}

const SCRIPT = fileURLToPath(new URL('./start-cli.js', import.meta.url))

/** Starts a server in a process of its own. Resolves with the reason if it does not start in time. */
async function boot(name: ServerName, target: BootTarget, seconds: number): Promise<Boot | string> {
  const args = [SCRIPT, name, JSON.stringify(target)]
  const limits = { cwd: target.peers, timeout: seconds * 1000 }
  const result = await execute(process.execPath, args, limits)
  if (result.ok) return JSON.parse(result.stdout)
  if (result.why === 'SIGTERM') return `not up after ${seconds} s`
  return explainFailure(result)
}
