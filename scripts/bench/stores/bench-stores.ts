import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { memory } from '../../../src/store/memory.js'
import { postgres } from '../../../src/store/postgres.js'
import { sqlite } from '../../../src/store/sqlite.js'
import type { StoredPlant } from '../../../src/store/store.js'
import { createPostgres, type PostgresServer } from '../../shared/postgres-server.js'
import { table } from '../../shared/tools.js'
import { plot } from '../serve/plot.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'

export interface StoresCourse {
  /** Calls under way at once. */
  readonly callers: readonly number[]
  readonly seconds: number
}

const COURSE: StoresCourse = { callers: [1, 64], seconds: 2 }

/** What creates plants, in a process without a server. */
interface Creator {
  readonly name: string
  readonly isOurs: boolean
  readonly create: (plant: StoredPlant) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

/** Connections of a pool: its default, and one for each of 64 callers. */
const CONNECTIONS = [10, 64]

/** Creates per second of each store, and of one statement per create on the same pool. */
export async function benchStores(
  { runs, svg }: BenchOptions,
  course = COURSE,
  create = createPostgres,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-stores-'))
  const server = await create()
  if (typeof server === 'string') console.log(`PostgreSQL is left out: ${server}`)
  const creators = [
    ...localStores(folder),
    ...(typeof server === 'string' ? [] : await databaseStores(server)),
  ]
  try {
    console.log(`\ncreates, ${runs} rounds: median (min-max); the ratio is to the last row`)
    const rows: string[][] = []
    let results = new Map<Creator, Pace[]>()
    for (const callers of course.callers) {
      const turn = ({ create }: Creator) => load(create, callers, course.seconds)
      results = (await takeTurns(creators, runs, turn)) as Map<Creator, Pace[]>
      rows.push(...rowsOf(results, callers))
    }
    console.log(table(['store', 'callers', 'creates/s', 'ratio', 'p99 ms'], rows))
    if (svg !== undefined) writeFileSync(svg, plotOf(results, course.callers.at(-1) as number))
  } finally {
    await Promise.all(creators.map(({ close }) => close()))
    if (typeof server !== 'string') await server.remove()
    rmSync(folder, { recursive: true })
  }
}

interface Pace {
  /** Creates per second. */
  readonly rate: number
  /** Milliseconds that 99 of 100 creates took at most. */
  readonly p99: number
}

function ratesOf(rounds: readonly Pace[]): number[] {
  return rounds.map(({ rate }) => rate)
}

function rowsOf(results: ReadonlyMap<Creator, Pace[]>, callers: number): string[][] {
  const last = ratesOf([...results.values()].at(-1) as Pace[])
  return [...results].map(([{ name }, rounds]) => {
    const rates = ratesOf(rounds)
    const ratios = rates.map((rate, at) => rate / (last[at] as number))
    return [
      name,
      String(callers),
      printSummary(summarize(rates), 0),
      printSummary(summarize(ratios)),
      printSummary(summarize(rounds.map(({ p99 }) => p99))),
    ]
  })
}

function plotOf(results: ReadonlyMap<Creator, Pace[]>, callers: number): string {
  const bars = [...results].map(([{ name, isOurs }, rounds]) => {
    return { name, isOurs, summary: summarize(ratesOf(rounds)) }
  })
  return plot('Creates per second', `${callers} callers; longer is better.`, 'creates/s', bars)
}

function localStores(folder: string): Creator[] {
  const stores = { memory: memory(), SQLite: sqlite(path.join(folder, 'plants.db')) }
  return Object.entries(stores).map(([name, store]) => ({
    name,
    isOurs: true,
    create: (plant) => store.create(plant),
    close: () => store.close(),
  }))
}

async function databaseStores(server: PostgresServer): Promise<Creator[]> {
  await server.start()
  const connectionString = server.url()
  const pools = CONNECTIONS.map((max) => new pg.Pool({ connectionString, max, pipeline: true }))
  const store = postgres(pools[0] as pg.Pool)
  await store.ready()
  return [
    {
      name: 'PostgreSQL',
      isOurs: true,
      create: (plant) => store.create(plant),
      close: () => store.close(),
    },
    ...pools.map((pool, at) => ({
      name: `one INSERT each, ${CONNECTIONS[at]} connections`,
      isOurs: false,
      create: (plant: StoredPlant) => insert(pool, plant),
      close: () => pool.end(),
    })),
  ]
}

/** What a handler does without a store: a prepared statement, on whatever connection is free. */
function insert(pool: pg.Pool, { id, name }: StoredPlant): Promise<unknown> {
  const text = 'insert into plants (id, name) values ($1, $2) on conflict do nothing'
  return pool.query({ name: 'insert', text, values: [String(id), Buffer.from(name)] })
}

/** Ids of all creators: each is new. */
let next = 0n

async function load(create: Creator['create'], callers: number, seconds: number): Promise<Pace> {
  const [start, end] = [performance.now(), performance.now() + seconds * 1000]
  const times: number[] = []
  const caller = async () => {
    for (let at = performance.now(); at < end; ) {
      await create({ id: next++, name: 'fern' })
      const now = performance.now()
      times.push(now - at)
      at = now
      // A store in memory would never let go.
      if (times.length % 1000 === 0) await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length * 1000) / (performance.now() - start)
  const sorted = Float64Array.from(times).sort()
  return { rate, p99: sorted[Math.floor(0.99 * sorted.length)] as number }
}
