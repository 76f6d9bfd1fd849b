import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CACHE, install } from '../shared/packages.js'
import { ScriptProcess } from '../shared/script-process.js'
import { type BenchOptions, orSkip } from '../shared/subjects.js'
import { takeTurns } from '../shared/summary.js'
import { buildGoServer } from './go/build.js'
import { explainNoise } from './noise.js'
import { plot } from './plot.js'
import { captionOf, measuredOf, processorOf, type Results, serveTable } from './report.js'
import { type Client, type Installed, measureRound, type RoundCourse } from './round.js'
import { GO_SERVER, type MeasuredServer, PEER_SERVERS, PEERS, SERVERS } from './servers.js'

/** The servers and times of a benchmark. */
export interface ServeCourse extends RoundCourse {
  readonly names: readonly MeasuredServer[]
  /** The folder of installed packages. */
  readonly cache: string
}

const COURSE: ServeCourse = {
  names: [...(Object.keys(SERVERS) as MeasuredServer[]), GO_SERVER],
  cache: CACHE,
  connections: 64,
  warmUp: 3,
  seconds: 4,
}

const CLIENT = new URL('./client-cli.js', import.meta.url)

/** Servers side by side: processor time of a request, requests per second, and the time of a response. */
export async function benchServe(options: BenchOptions, course = COURSE): Promise<void> {
  const { names, installed } = await prepare(course)
  const caption = captionOf(course, options.runs)
  console.log(`\n${caption}\n`)
  const results = await measureAll(names, options.runs, installed, course)
  console.log(`${serveTable(results)}\n`)
  const measured = measuredOf(results)
  if (measured.length === 0) return
  console.log(explainNoise(measured.map(([, rounds]) => rounds)))
  const file = options.svg ?? path.join(course.cache, 'serve.svg')
  await writeFile(file, plotOf(results, caption))
  console.log(`Plot: ${path.relative('.', file)}`)
}

/** Installs the other servers, and leaves out what is not to be had. */
async function prepare({ names, cache }: ServeCourse) {
  const peers = path.join(cache, 'serve')
  await mkdir(peers, { recursive: true })
  const others = await orSkip('the other servers', () => install(peers, PEERS).then(() => true))
  const program = names.includes(GO_SERVER)
    ? await orSkip(GO_SERVER, () => buildGoServer(path.join(peers, 'go')))
    : undefined
  const isInstalled = (name: MeasuredServer) =>
    name === GO_SERVER ? program !== undefined : others || !PEER_SERVERS.includes(name)
  const installed: Installed = { peers, program }
  return { names: names.filter(isInstalled), installed }
}

async function measureAll(
  names: readonly MeasuredServer[],
  runs: number,
  installed: Installed,
  course: RoundCourse,
): Promise<Results> {
  const client: Client = new ScriptProcess(CLIENT)
  try {
    await client.answer()
    return await takeTurns(names, runs, (name) => measureRound(name, installed, course, client))
  } finally {
    await client.stop()
  }
}

function plotOf(results: Results, caption: string): string {
  const bars = measuredOf(results).map(([name, rounds]) => ({
    name,
    summary: processorOf(rounds),
    isOurs: name.startsWith('ours'),
  }))
  return plot(
    'Processor time of POST /plants, in µs: less is better',
    caption.replaceAll('`', ''),
    'µs',
    bars,
  )
}
