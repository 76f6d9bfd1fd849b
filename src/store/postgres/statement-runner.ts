import type { BatchesRun } from '../common/batched-store.js'
import { repeated } from '../common/repeated.js'
import type { StoreCall } from '../common/store-call.js'
import type { CallOutcome } from '../common/waiting-call.js'
import { methods, type StatementMethod } from './methods.js'
import type { PlantTable, PostgresPool } from './pool.js'
import { prepare } from './schema.js'
import { closePool, tableIn } from './transaction.js'
import { isLocked, isPassing, toStoreError } from './troubles.js'

interface Times {
  readonly statementTimeout: number
  readonly retryTime: number
}

/** What came of the calls of a batch so far. */
type Outcomes = Map<StoreCall, CallOutcome<unknown>>

/** Runs batches as statements of a pool, and repeats what may succeed. */
export class StatementRunner implements BatchesRun {
  readonly #pool: PostgresPool
  readonly #retryTime: number
  readonly #table: PlantTable
  #isPrepared = false

  constructor(pool: PostgresPool, { statementTimeout, retryTime }: Times) {
    this.#pool = pool
    this.#retryTime = retryTime
    this.#table = tableIn(pool, statementTimeout)
  }

  /**
   * All calls of a batch wait at the same time, so that those of one method may run together. What the server
   * cannot do for some of them when their time is over, it cannot do for the others.
   */
  async run(calls: readonly StoreCall[]): Promise<readonly CallOutcome<unknown>[]> {
    const outcomes: Outcomes = new Map()
    const end = performance.now() + this.#retryTime
    let trouble: unknown
    try {
      for (const [method, group] of groupsOf(calls)) {
        await this.#runGroup(method, group, { end, outcomes })
      }
    } catch (error) {
      trouble = error
    }
    return calls.map((call) => outcomes.get(call) ?? { error: toStoreError(trouble) })
  }

  close(): Promise<void> {
    return closePool(this.#pool)
  }

  /**
   * When a statement for several calls is refused, or somebody else has one of its rows, each runs alone: one
   * must not fail the others.
   *
   * @throws what would have passed, when it has not at the end.
   */
  async #runGroup(
    method: StatementMethod<unknown, unknown>,
    calls: readonly StoreCall[],
    batch: { readonly end: number; readonly outcomes: Outcomes },
  ): Promise<void> {
    const { end, outcomes } = batch
    try {
      const all = calls.map(({ argument }) => argument)
      const values = await this.#repeated(() => method.run(this.#table, all), end)
      for (const [index, call] of calls.entries()) outcomes.set(call, { value: values[index] })
    } catch (thrown) {
      if (isPassing(thrown)) throw thrown
      const error = toStoreError(thrown)
      const isOfOne = error.code !== 'UNAVAILABLE' || isLocked(thrown)
      if (calls.length === 1 || !isOfOne) for (const call of calls) outcomes.set(call, { error })
      else for (const call of calls) await this.#runGroup(method, [call], batch)
    }
  }

  #repeated<Value>(run: () => Promise<Value>, end: number): Promise<Value> {
    const prepared = async () => {
      await this.#prepare()
      return run()
    }
    return repeated(prepared, isPassing, end)
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) return
    await prepare(this.#table)
    this.#isPrepared = true
  }
}

/** Calls of one method each, which run together. */
function* groupsOf(
  calls: readonly StoreCall[],
): Generator<[StatementMethod<unknown, unknown>, readonly StoreCall[]]> {
  for (const [name, method] of Object.entries(methods)) {
    const own = calls.filter((call) => call.method === name)
    const groups = method.isTogether && own.length > 0 ? [own] : own.map((call) => [call])
    for (const group of groups) yield [method as StatementMethod<unknown, unknown>, group]
  }
}
