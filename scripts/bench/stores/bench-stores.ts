import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { memory } from '../../../src/store/memory.js'
import { postgres } from '../../../src/store/postgres.js'
import { sqlite } from '../../../src/store/sqlite.js'
import type { StoredPlant } from '../../../src/store/store.js'
import { createPostgres, type PostgresServer } from '../../shared/postgres-server.js'
import { table } from '../../shared/tools.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'

export interface StoresCourse {
  /** Calls under way at once. */
  readonly callers: readonly number[]
  readonly seconds: number
}

const COURSE: StoresCourse = { callers: [64, 256], seconds: 2 }

/** What creates plants, in a process without a server. */
interface Creator {
  readonly name: string
  readonly create: (plant: StoredPlant) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

/** Connections of the pool, as its default is. */
const CONNECTIONS = 10

/** Creates per second of each store, and of one statement per create on a pool. */
export async function benchStores(
  { runs }: BenchOptions,
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
    for (const callers of course.callers) {
      const results = await takeTurns(creators, runs, async ({ create }) => ({
        rate: await load(create, callers, course.seconds),
      }))
      rows.push(...rowsOf(results as Map<Creator, Rate[]>, callers))
    }
    console.log(table(['store', 'callers', 'creates/s', 'ratio'], rows))
  } finally {
    await Promise.all(creators.map(({ close }) => close()))
    if (typeof server !== 'string') await server.remove()
    rmSync(folder, { recursive: true })
  }
}

interface Rate {
  readonly rate: number
}

function rowsOf(results: ReadonlyMap<Creator, Rate[]>, callers: number): string[][] {
  const ratesOf = (rounds: readonly Rate[]) => rounds.map(({ rate }) => rate)
  const last = ratesOf([...results.values()].at(-1) as Rate[])
  return [...results].map(([{ name }, rounds]) => {
    const rates = ratesOf(rounds)
    const ratios = rates.map((rate, at) => rate / (last[at] as number))
    return [
      name,
      String(callers),
      printSummary(summarize(rates), 0),
      printSummary(summarize(ratios)),
    ]
  })
}

function localStores(folder: string): Creator[] {
  const stores = { memory: memory(), SQLite: sqlite(path.join(folder, 'plants.db')) }
  return Object.entries(stores).map(([name, store]) => ({
    name,
    create: (plant) => store.create(plant),
    close: () => store.close(),
  }))
}

async function databaseStores(server: PostgresServer): Promise<Creator[]> {
  await server.start()
  const connectionString = server.url()
  const store = postgres(new pg.Pool({ connectionString, max: CONNECTIONS }))
  await store.ready()
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS })
  return [
    { name: 'PostgreSQL', create: (plant) => store.create(plant), close: () => store.close() },
    { name: 'one INSERT each', create: (plant) => insert(pool, plant), close: () => pool.end() },
  ]
}

/** What a handler does without a store: a prepared statement, on whatever connection is free. */
function insert(pool: pg.Pool, { id, name }: StoredPlant): Promise<unknown> {
  const text = 'insert into plants (id, name) values ($1, $2) on conflict do nothing'
  return pool.query({ name: 'insert', text, values: [String(id), Buffer.from(name)] })
}

/** Ids of all creators: each is new. */
let next = 0n

async function load(create: Creator['create'], callers: number, seconds: number): Promise<number> {
  const [start, end] = [performance.now(), performance.now() + seconds * 1000]
  let count = 0
  const caller = async () => {
    while (performance.now() < end) {
      await create({ id: next++, name: 'fern' })
      count++
      // A store in memory would never let go.
      if (count % 1000 === 0) await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (count * 1000) / (performance.now() - start)
}
