import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { table } from '../../shared/tools.js'
import { CACHE, install } from '../shared/packages.js'
import { type BenchOptions, orSkip } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import { load } from './client.js'
import { createRequest } from './requests.js'
import { ServerProcess } from './server-process.js'
import { type MeasuredServer, PEER_SERVERS, PEERS, SERVERS } from './servers.js'

/** The servers and times of a benchmark. */
export interface ServeCourse {
  readonly names: readonly MeasuredServer[]
  /** The folder of installed packages. */
  readonly cache: string
  readonly connections: number
  /** Seconds before the measurement, in which code is compiled. */
  readonly warmUp: number
  readonly seconds: number
}

const COURSE: ServeCourse = {
  names: Object.keys(SERVERS) as MeasuredServer[],
  cache: CACHE,
  connections: 64,
  warmUp: 3,
  seconds: 4,
}

/** Servers side by side: processor time of a request, requests per second, and the time of a response. */
export async function benchServe(options: BenchOptions, course = COURSE): Promise<void> {
  const peers = path.join(course.cache, 'serve')
  await mkdir(peers, { recursive: true })
  const others = await orSkip('the other servers', () => install(peers, PEERS).then(() => true))
  const names = course.names.filter((name) => others || !PEER_SERVERS.includes(name))
  console.log(`\nPOST /plants, ${options.runs} rounds: median (min-max)`)
  const results = await takeTurns(names, options.runs, (name) => round(name, peers, course))
  console.log(serveTable(results))
}

/** The measurements of one round. */
interface Round {
  /** Microseconds of the processor for each request. */
  readonly processor: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly megabytes: number
  /** Longest time in which the event loop had no turn, in milliseconds. */
  readonly blocked: number
}

async function round(
  name: MeasuredServer,
  peers: string,
  course: ServeCourse,
): Promise<Round | string> {
  try {
    return await measured(name, peers, course)
  } catch (error) {
    return (error as Error).message
  }
}

async function measured(
  name: MeasuredServer,
  peers: string,
  { connections, warmUp, seconds }: ServeCourse,
): Promise<Round> {
  const server = await ServerProcess.start(name, peers)
  try {
    const given = { port: server.port, connections, next: createRequest(server.port) }
    await load({ ...given, seconds: warmUp })
    const before = await server.usage()
    const { requests, seconds: taken, times } = await load({ ...given, seconds })
    const after = await server.usage()
    const at = (share: number) => times[Math.floor(times.length * share)] as number
    return {
      processor: (after.processor - before.processor) / requests,
      rate: requests / taken,
      ...{ p50: at(0.5), p99: at(0.99) },
      ...{ megabytes: after.megabytes, blocked: after.blocked },
    }
  } finally {
    await server.stop()
  }
}

const HEAD = [
  'server',
  'µs per request',
  'ratio',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'MB',
  'blocked ms',
]

function serveTable(results: ReadonlyMap<MeasuredServer, Round[] | string>): string {
  const base = results.get('Fastify by hand')
  const reference = typeof base === 'object' ? medianOf(base, 'processor') : Number.NaN
  const rows = [...results].map(([name, rounds]) =>
    typeof rounds === 'string' ? [name, rounds] : [name, ...cells(rounds, reference)],
  )
  return table(HEAD, rows)
}

function cells(rounds: readonly Round[], reference: number): string[] {
  return [
    printSummary(summarize(rounds.map(({ processor }) => processor)), 1),
    (medianOf(rounds, 'processor') / reference).toFixed(2),
    medianOf(rounds, 'rate').toFixed(0),
    medianOf(rounds, 'p50').toFixed(2),
    medianOf(rounds, 'p99').toFixed(2),
    medianOf(rounds, 'megabytes').toFixed(0),
    medianOf(rounds, 'blocked').toFixed(0),
  ]
}

function medianOf(rounds: readonly Round[], member: keyof Round): number {
  return summarize(rounds.map((round) => round[member])).median
}
