import { table } from '../../shared/tools.js'
import { ScriptProcess } from '../shared/script-process.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import type { PiecesLoad, PiecesResult } from './client.js'

/** A store, and what its servers get. */
interface StoreLoad {
  readonly store: 'memory' | 'SQLite'
  readonly connections: number
  /** Requests that each connection sends at once. */
  readonly ahead: number
}

export interface WorkersCourse {
  readonly loads: readonly StoreLoad[]
  /** Seconds before the measurement, in which code is compiled. */
  readonly warmUp: number
  readonly seconds: number
}

const COURSE: WorkersCourse = {
  loads: [
    // Sent ahead, so that the client takes less of the processors.
    { store: 'memory', connections: 32, ahead: 8 },
    { store: 'SQLite', connections: 32, ahead: 8 },
    { store: 'memory', connections: 64, ahead: 1 },
    { store: 'SQLite', connections: 64, ahead: 1 },
  ],
  warmUp: 2,
  seconds: 3,
}

const CLIENT = new URL('./client-cli.js', import.meta.url)
const SERVER = new URL('./server-cli.js', import.meta.url)

/** The numbers of processes that are compared. */
const COUNTS = [1, 2]

/** Two processes beside one, and SQLite beside memory: requests per second. */
export async function benchWorkers({ runs }: BenchOptions, course = COURSE): Promise<void> {
  console.log(`\nPOST /plants, ${runs} rounds: median (min-max)`)
  console.log('In memory each process has a store of its own, only here: WORKERS refuses that.')
  const rows: string[][] = []
  for (const load of course.loads) rows.push(...(await measureLoad(load, runs, course)))
  console.log(table(['store', 'ahead', 'processes', 'requests/s', 'ratio', 'client CPU'], rows))
}

type PiecesClient = ScriptProcess<PiecesLoad, PiecesResult>

async function measureLoad(load: StoreLoad, runs: number, course: WorkersCourse) {
  const client: PiecesClient = new ScriptProcess(CLIENT)
  const servers = COUNTS.map((count) => new MeasuredWorkers(load, count))
  try {
    await client.answer()
    for (const server of servers) await server.load(client, course.warmUp)
    const results = await takeTurns(servers, runs, (server) => server.load(client, course.seconds))
    return [...results].map(([{ count }, rounds]) => [
      load.store,
      String(load.ahead),
      String(count),
      ...cells(rounds as PiecesResult[], [...results.values()][0] as PiecesResult[]),
    ])
  } finally {
    await Promise.all([client, ...servers].map((each) => each.stop()))
  }
}

/** A server that has as many processes; it is idle between its turns. */
class MeasuredWorkers {
  readonly count: number
  readonly #kind: StoreLoad
  readonly #server: ScriptProcess<never, { port: number }>
  readonly #listening: Promise<{ port: number }>
  #turns = 0

  constructor(load: StoreLoad, count: number) {
    this.count = count
    this.#kind = load
    this.#server = new ScriptProcess(SERVER, load.store, String(count))
    this.#listening = this.#server.answer()
  }

  async load(client: PiecesClient, seconds: number): Promise<PiecesResult> {
    const { port } = await this.#listening
    const { connections, ahead } = this.#kind
    return client.ask({ port, connections, ahead, seconds, turn: this.#turns++ })
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }
}

const rate = ({ requests, seconds }: PiecesResult) => requests / seconds

function cells(rounds: readonly PiecesResult[], alone: readonly PiecesResult[]): string[] {
  const ratios = rounds.map((round, at) => rate(round) / rate(alone[at] as PiecesResult))
  const shares = rounds.map(({ processor, seconds }) => processor / seconds)
  return [
    printSummary(summarize(rounds.map(rate)), 0),
    printSummary(summarize(ratios)),
    printSummary(summarize(shares)),
  ]
}
