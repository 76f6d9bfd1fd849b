import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { table } from '../../shared/tools.js'
import { CACHE, install } from '../shared/packages.js'
import {
  type BenchOptions,
  forEachSubject,
  orSkip,
  SUBJECTS,
  type Subject,
} from '../shared/subjects.js'
import { printSummary, summarize } from '../shared/summary.js'
import { takeTurns } from '../shared/turns.js'
import { prepare } from './prepare.js'
import { SERVERS, type ServerName } from './servers.js'
import { type Boot, boot } from './start.js'

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
