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
import { type CassandraNodes, startNodes } from '../shared/cassandra/nodes.js'
import { Unavailable } from '../shared/packages.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import { cassandraCreators } from './cassandra-creators.js'
import { type Creator, load, type Pace } from './creator.js'

export interface StoresCourse {
  /** Calls under way at once. */
  readonly callers: readonly number[]
  readonly seconds: number
}

const COURSE: StoresCourse = { callers: [1, 64], seconds: 2 }

/** Connections of a pool: its default, and one for each of 64 callers. */
const CONNECTIONS = [10, 64]

/**
 * Creates per second of each store, and of one statement per create on the same pool. Cassandra comes last, since
 * its nodes take the processors.
 */
export async function benchStores(
  options: BenchOptions,
  course = COURSE,
  create = createPostgres,
  startCassandra = cassandraNodes,
): Promise<void> {
  await benchLocal(options, course, create)
  const nodes = await startCassandra()
  if (typeof nodes === 'string') return console.log(`Cassandra is left out: ${nodes}`)
  try {
    const creators = await cassandraCreators()
    // Java compiles what runs often.
    for (const { create } of creators) await load(create, 64, course.seconds)
    await measure(creators, { ...options, svg: undefined }, course)
  } finally {
    await nodes.remove()
  }
}

async function benchLocal(
  options: BenchOptions,
  course: StoresCourse,
  create: typeof createPostgres,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-stores-'))
  const server = await create()
  if (typeof server === 'string') console.log(`PostgreSQL is left out: ${server}`)
  try {
    const databases = typeof server === 'string' ? [] : await databaseStores(server)
    await measure([...localStores(folder), ...databases], options, course)
  } finally {
    if (typeof server !== 'string') await server.remove()
    rmSync(folder, { recursive: true })
  }
}

/** Prints what they take in turns, and closes them. */
async function measure(
  creators: readonly Creator[],
  { runs, svg }: BenchOptions,
  course: StoresCourse,
): Promise<void> {
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
  }
}

/** Three nodes, or the reason why they cannot run here. */
function cassandraNodes(): Promise<CassandraNodes | string> {
  return startNodes().catch((error) => {
    if (error instanceof Unavailable) return error.message
    throw error
  })
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
