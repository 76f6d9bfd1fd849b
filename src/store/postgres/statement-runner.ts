import type { BatchesRun } from '../common/batched-store.js'
import { repeated } from '../common/repeated.js'
import type { StoreCall } from '../common/store-call.js'
import type { CallOutcome } from '../common/waiting-call.js'
import { within } from '../common/within.js'
import { methods, type StatementMethod } from './methods.js'
import type { PlantTable, PostgresPool } from './pool.js'
import { prepare } from './schema.js'
import { ignore, transact } from './transaction.js'
import { isLocked, isPassing, toStoreError } from './troubles.js'

/** Milliseconds for the connections to close. */
const CLOSE_TIME = 1_000

interface Times {
  readonly statementTimeout: number
  readonly retryTime: number
}

/** Runs batches as statements of a pool, and repeats what may succeed. */
export class StatementRunner implements BatchesRun {
  readonly #pool: PostgresPool
  readonly #retryTime: number
  readonly #table: PlantTable
  #isPrepared = false
  commitTime: number | undefined

  constructor(pool: PostgresPool, { statementTimeout, retryTime }: Times) {
    this.#pool = pool
    this.#retryTime = retryTime
    pool.on?.('error', ignore)
    const rows = async <Row>(text: string, ...values: string[]) =>
      (await transact(pool, { text, values }, statementTimeout)) as readonly Row[]
    const commit = async <Row>(text: string, ...values: string[]) => {
      const start = performance.now()
      const written = await rows<Row>(text, ...values)
      if (written.length > 0) this.commitTime = performance.now() - start
      return written
    }
    this.#table = { rows, commit }
  }

  /** All calls of a batch wait at the same time, so that those of one method may run together. */
  async run(calls: readonly StoreCall[]): Promise<readonly CallOutcome<unknown>[]> {
    this.commitTime = undefined
    const outcomes = new Map<StoreCall, CallOutcome<unknown>>()
    for (const [name, method] of Object.entries(methods)) {
      const own = calls.filter((call) => call.method === name)
      for (const group of method.isTogether ? [own] : own.map((call) => [call])) {
        const run = await this.#runGroup(method as StatementMethod<unknown, unknown>, group)
        for (const [index, call] of group.entries())
          outcomes.set(call, run[index] as CallOutcome<unknown>)
      }
    }
    return calls.map((call) => outcomes.get(call) as CallOutcome<unknown>)
  }

  async close(): Promise<void> {
    // A server that hangs does not close its side.
    await within(CLOSE_TIME, this.#pool.end()).catch(() => {})
  }

  /**
   * When a statement for several calls is refused, or somebody else has one of its rows, each runs alone: one
   * must not fail the others.
   */
  async #runGroup(
    method: StatementMethod<unknown, unknown>,
    calls: readonly StoreCall[],
  ): Promise<readonly CallOutcome<unknown>[]> {
    if (calls.length === 0) return []
    try {
      const all = calls.map(({ argument }) => argument)
      const values = await this.#repeated(() => method.run(this.#table, all))
      return values.map((value) => ({ value }))
    } catch (thrown) {
      const error = toStoreError(thrown)
      const isOfOne = error.code !== 'UNAVAILABLE' || isLocked(thrown)
      if (calls.length === 1 || !isOfOne) return calls.map(() => ({ error }))
      const outcomes: CallOutcome<unknown>[] = []
      for (const call of calls) outcomes.push(...(await this.#runGroup(method, [call])))
      return outcomes
    }
  }

  #repeated<Value>(run: () => Promise<Value>): Promise<Value> {
    const prepared = async () => {
      await this.#prepare()
      return run()
    }
    return repeated(prepared, isPassing, performance.now() + this.#retryTime)
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) return
    await prepare(this.#table)
    this.#isPrepared = true
  }
}
