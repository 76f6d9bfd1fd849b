import { repeated } from '../common/repeated.js'
import type { StoreCall } from '../common/store-call.js'
import type { CallOutcome } from '../common/waiting-call.js'
import { within } from '../common/within.js'
import type {
  CassandraClient,
  CassandraRow,
  CassandraStatementOptions,
  CassandraTable,
} from './client.js'
import type { QueryMethod, QueryMethods } from './methods.js'
import { prepare } from './schema.js'
import { isPassing, toStoreError } from './troubles.js'

export interface RunnerOptions {
  readonly keyspace: string
  readonly replication: number
  /** Numbers of levels. */
  readonly consistency: number
  readonly serialConsistency: number
  readonly statementTimeout: number
  readonly retryTime: number
}

/** Milliseconds for a change of the schema, after which the driver waits until all nodes have it. */
const SCHEMA_TIMEOUT = 30_000

/** What the nodes know of the schema is no table of the cluster: any level will do. */
const ONE = 1

/** Runs calls as statements of a client, and repeats what may succeed. */
export class QueryRunner {
  readonly #methods: QueryMethods
  readonly #client: CassandraClient
  readonly #options: RunnerOptions
  readonly #table: CassandraTable
  /** Statements that were given up, but that the client has not: it cannot close meanwhile. */
  readonly #abandoned = new Set<Promise<unknown>>()
  #preparation: Promise<void> | undefined
  #isPrepared = false

  constructor(methods: QueryMethods, client: CassandraClient, options: RunnerOptions) {
    this.#methods = methods
    this.#client = client
    this.#options = options
    const { keyspace, consistency, serialConsistency, statementTimeout } = options
    const run = (level: object, statement: string, values: unknown[]) => {
      // A driver has a type of its own for an int64; all take one as text.
      const own = values.map((value) => (typeof value === 'bigint' ? String(value) : value))
      return this.#execute(statement, own, { ...level, prepare: true }, statementTimeout)
    }
    const written = { consistency, serialConsistency }
    const read = { consistency: serialConsistency }
    this.#table = {
      name: `"${keyspace}".plants`,
      transact: async (text, ...values) => (await run(written, text, values))[0] as CassandraRow,
      read: (text, ...values) => run(read, text, values),
    }
  }

  /** Runs calls of one method; `since` is when the first of them came. */
  async run(calls: readonly StoreCall[], since: number): Promise<readonly CallOutcome<unknown>[]> {
    const [{ method }] = calls as [StoreCall]
    try {
      const start = this.#isPrepared ? since : performance.now()
      await this.#prepare()
      const { run } = this.#methods[method] as QueryMethod<unknown, unknown>
      const all = calls.map(({ argument }) => argument)
      const end = start + this.#options.retryTime
      const values = await repeated(() => run(this.#table, all), isPassing, end)
      return values.map((value) => ({ value }))
    } catch (thrown) {
      const error = toStoreError(thrown)
      if (calls.length === 1 || error.code === 'UNAVAILABLE') return calls.map(() => ({ error }))
    }
    // When calls are refused together, each runs alone: one must not fail the others.
    const outcomes: CallOutcome<unknown>[] = []
    for (const call of calls) outcomes.push(...(await this.run([call], since)))
    return outcomes
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#abandoned)
    await this.#client.shutdown().catch(() => {})
  }

  /** Makes the table once; calls that come meanwhile wait for it together. */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return
    this.#preparation ??= this.#repeatedly(() => prepare({ ...this.#options, query: this.#query }))
    try {
      await this.#preparation
      this.#isPrepared = true
    } finally {
      this.#preparation = undefined
    }
  }

  #repeatedly(run: () => Promise<void>): Promise<void> {
    return repeated(run, isPassing, performance.now() + this.#options.retryTime)
  }

  readonly #query = (statement: string, ...values: string[]): Promise<readonly CassandraRow[]> => {
    const isChange = /^\s*create/.test(statement)
    const timeout = isChange ? SCHEMA_TIMEOUT : this.#options.statementTimeout
    return this.#execute(statement, values, { consistency: ONE }, timeout)
  }

  /** The driver repeats nothing: what it would repeat is repeated here. */
  async #execute(
    statement: string,
    values: unknown[],
    options: CassandraStatementOptions,
    timeout: number,
  ): Promise<readonly CassandraRow[]> {
    const own = { ...options, readTimeout: timeout, isIdempotent: false }
    const answer = this.#client.execute(statement, values, own)
    try {
      return (await within(timeout, answer)).rows ?? []
    } catch (error) {
      const over = answer.catch(() => {}).finally(() => this.#abandoned.delete(over))
      this.#abandoned.add(over)
      throw error
    }
  }
}
