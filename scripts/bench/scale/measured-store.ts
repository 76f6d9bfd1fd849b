import process from 'node:process'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openStore } from '../../../src/store/open.js'
import type { PlantStore } from '../../../src/store/store.js'
import { type CallRound, callsOf, type LoadName, load } from './loads.js'
import { idAt, type Spread, spreadOf } from './spread.js'

/** A store to measure, and how. */
export interface StoreQuestion {
  readonly url: string
  /** Plants that it has. One in memory is filled first. */
  readonly plants: number
  readonly callers: readonly number[]
  readonly runs: number
  readonly seconds: number
}

export interface CallRounds {
  readonly callers: number
  readonly name: LoadName
  readonly rounds: readonly CallRound[]
}

export interface StoreAnswer {
  /** Milliseconds from the opening until it is ready. */
  readonly ready: number
  readonly loads: readonly CallRounds[]
  /** Resident memory of the process after the loads. */
  readonly megabytes: number
  /** Of a store in memory: bytes of heap, and the most that this Node takes. */
  readonly heap?: { readonly bytes: number; readonly limit: number }
}

/** Measures a store in this process, which has nothing else to do. */
export async function measureStore(question: StoreQuestion): Promise<StoreAnswer> {
  const { url, plants } = question
  const spread = spreadOf(plants)
  const start = performance.now()
  const store = openStore(url)
  try {
    await store.ready()
    const ready = performance.now() - start
    const heap = url === 'memory:' ? await fillMemory(store, spread) : undefined
    const loads = await runLoads(store, spread, question)
    const megabytes = process.memoryUsage.rss() / 2 ** 20
    return { ready, loads, megabytes, ...(heap && { heap }) }
  } finally {
    await store.close()
  }
}

/** Rounds of all loads in turns, so that they meet the same conditions. */
async function runLoads(
  store: PlantStore,
  spread: Spread,
  { callers, runs, seconds }: StoreQuestion,
): Promise<CallRounds[]> {
  const calls = Object.entries(callsOf(store, spread))
  const loads = callers.flatMap((count) =>
    calls.map(([name, call]) => ({
      callers: count,
      name: name as LoadName,
      call,
      rounds: [] as CallRound[],
    })),
  )
  for (let run = 0; run < runs; run++) {
    for (const { call, callers, rounds } of loads) rounds.push(await load(call, callers, seconds))
  }
  return loads.map(({ callers, name, rounds }) => ({ callers, name, rounds }))
}

async function fillMemory(store: PlantStore, spread: Spread) {
  const before = heapBytes()
  for (let index = 0; index < spread.plants; index++) {
    const name = `Ficus ${String(index % 1_000_000).padStart(6, '0')}`
    await store.create({ id: idAt(spread, index), name, tag: `shade${index % 10}` })
  }
  return { bytes: heapBytes() - before, limit: getHeapStatistics().heap_size_limit }
}

/** Bytes of objects without garbage. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
