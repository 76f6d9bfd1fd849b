import { createPostgres } from '../../shared/postgres-server.js'
import { type TableCell, table } from '../../shared/tools.js'
import { ScriptProcess } from '../shared/script-process.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize } from '../shared/summary.js'
import type { CallRound } from './loads.js'
import type { CallRounds, StoreAnswer, StoreQuestion } from './measured-store.js'
import { spreadOf } from './spread.js'
import { MEMORY, postgresSubject, SQLITE, type StoreSubject } from './subjects.js'

export interface ScaleCourse {
  /** Plants that a store has, unless the options say it. */
  readonly plants: readonly number[]
  /** Most plants of a store in memory. */
  readonly inMemory: number
  /** Calls under way at once. */
  readonly callers: readonly number[]
  readonly seconds: number
}

const COURSE: ScaleCourse = {
  plants: [100_000, 1_000_000],
  inMemory: 2_000_000,
  callers: [64, 256],
  seconds: 0.5,
}

const SCRIPT = new URL('./store-cli.js', import.meta.url)

/** What creates and reads take in stores that have many plants, and what the plants take. */
export async function benchScale(
  { runs, plants }: BenchOptions,
  course = COURSE,
  create = createPostgres,
): Promise<void> {
  const server = await create()
  try {
    console.log(
      `\ncreates, reads and sizes by the plants in a store, ${runs} rounds: median (min-max)`,
    )
    if (typeof server === 'string') console.log(`PostgreSQL is left out: ${server}`)
    else await server.start()
    const subjects = [SQLITE, ...(typeof server === 'string' ? [] : [postgresSubject(server)])]
    const counts = plants === undefined ? course.plants : [plants]
    const inMemory = Math.min(course.inMemory, Math.max(...counts))
    const found = [await measureFilled(MEMORY, inMemory, runs, course)]
    for (const count of counts) {
      for (const subject of subjects) found.push(await measureFilled(subject, count, runs, course))
    }
    printAll(found)
  } finally {
    if (typeof server !== 'string') await server.remove()
  }
}

interface Measured {
  readonly name: string
  readonly plants: number
  /** Of the filled store, on the disk or in the heap. */
  readonly bytes?: number | undefined
  readonly answer: StoreAnswer
}

async function measureFilled(
  subject: StoreSubject,
  plants: number,
  runs: number,
  { callers, seconds }: ScaleCourse,
): Promise<Measured> {
  const start = performance.now()
  const { url, bytes, remove } = await subject.fill(spreadOf(plants))
  console.error(
    `${subject.name}: ${plants} plants after ${((performance.now() - start) / 1000).toFixed(0)} s`,
  )
  const script = new ScriptProcess<StoreQuestion, StoreAnswer>(SCRIPT)
  try {
    await script.answer()
    const answer = await script.ask({ url, plants, callers, runs, seconds })
    return { name: subject.name, plants, bytes: bytes ?? answer.heap?.bytes, answer }
  } finally {
    await script.stop()
    await remove()
  }
}

function printAll(found: readonly Measured[]): void {
  const calls = found.flatMap(({ name, plants, answer }) =>
    answer.loads.map((load) => [name, plants, ...callCells(load)]),
  )
  console.log(table(['store', 'plants', 'callers', 'calls', 'calls/s', 'µs', 'p99 ms'], calls))
  const sizes = found.map(({ name, plants, bytes, answer }) => [
    name,
    plants,
    (Number(bytes) / plants).toFixed(1),
    answer.ready.toFixed(0),
    answer.megabytes.toFixed(0),
  ])
  console.log(`\n${table(['store', 'plants', 'bytes/plant', 'ready ms', 'MB'], sizes)}`)
  for (const { plants, answer } of found) if (answer.heap) explainHeap(plants, answer.heap)
}

function callCells({ callers, name, rounds }: CallRounds): TableCell[] {
  const summary = (of: (round: CallRound) => number, digits: number) =>
    printSummary(summarize(rounds.map(of)), digits)
  return [
    callers,
    name,
    summary(({ rate }) => rate, 0),
    summary(({ processor }) => processor, 1),
    summary(({ p99 }) => p99, 1),
  ]
}

/** Entries of a `Map` in V8, which throws a RangeError then. */
const MAP = 2 ** 24

/** Where a store in memory ends. */
function explainHeap(plants: number, { bytes, limit }: { bytes: number; limit: number }): void {
  const room = Math.floor((limit * plants) / bytes)
  const heap = `the heap of this Node, of ${Math.floor(limit / 2 ** 20)} MB, has room for ${room}`
  console.log(`\nplants in memory: ${heap}, and a Map for ${MAP}`)
}
