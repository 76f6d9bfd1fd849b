import type { CassandraClient } from './cassandra/client.js'
import {
  type CommitConsistency,
  commitLevel,
  type SerialConsistency,
  serialLevel,
} from './cassandra/consistency.js'
import { Lanes } from './cassandra/lanes.js'
import { methods, type QueryMethods } from './cassandra/methods.js'
import { missingMethods } from './cassandra/missing-methods.js'
import { QueryRunner } from './cassandra/query-runner.js'
import { type BatchOptions, checkInteger, queuedStore, textLength } from './common/batched-store.js'
import { memory, type PlantStore } from './store.js'

export type {
  CassandraClient,
  CassandraRow,
  CassandraStatementOptions,
} from './cassandra/client.js'
export type { CommitConsistency, SerialConsistency } from './cassandra/consistency.js'

/** Options of `cassandra`. */
export interface CassandraOptions extends BatchOptions {
  /** The keyspace of the table. Default: that of the client. */
  readonly keyspace?: string
  /** How many copies have a plant when its create resolves. Default `QUORUM`. */
  readonly consistency?: CommitConsistency
  /**
   * Who agrees on the plant of an id. Default `SERIAL`: most copies in all data centres. `LOCAL_SERIAL`, most
   * copies in that of the client, is faster, and right only while all creates are made in one data centre.
   */
  readonly serialConsistency?: SerialConsistency
  /** Copies of each plant in each data centre, for a keyspace that the store makes. Default 3. */
  readonly replication?: number
  /** Most statements under way at once. Default 128. */
  readonly maxInFlight?: number
  /** Milliseconds, up to 2^31-1, after which a statement is given up. Default 5000. */
  readonly statementTimeout?: number
  /**
   * Milliseconds, up to 2^31-1, in which a call is repeated while nodes are missing, busy or late, before it
   * rejects with `UNAVAILABLE`. Default 5000.
   */
  readonly retryTime?: number
}

/**
 * A store in a cluster of Cassandra 4 or newer, in a table `plants` that the first call makes, and its
 * keyspace, where they are missing. A create is one lightweight transaction (`INSERT … IF NOT EXISTS`); a
 * read is one of the same order. Any number of stores, on several machines, may use one cluster.
 *
 * Whatever may succeed later (a node that is down, busy or late) is repeated, also when nobody knows whether
 * the plant is stored: that is safe, since a create may be repeated.
 *
 * @param client - A client of the cluster, such as `new cassandra.Client({ contactPoints, localDataCenter })`
 * of the package `cassandra-driver`; `close` shuts it down.
 * @throws {TypeError} when the client is none, or an option is malformed.
 *
 * @example
 * const client = new Client({ contactPoints: ['h1', 'h2'], localDataCenter: 'datacenter1' })
 * const store = cassandra(client, { keyspace: 'garden' })
 * await store.ready()
 * await store.create({ id: 1n, name: 'Fern' }) // 'created'
 * await store.close()
 */
export function cassandra(client: CassandraClient, options: CassandraOptions = {}): PlantStore {
  return { ...missingMethods(memory()), ...storeOf(methods, client, options) }
}

/** The store that these methods make. */
export function storeOf(
  methods: QueryMethods,
  client: CassandraClient,
  options: CassandraOptions,
): PlantStore {
  if (typeof client?.execute !== 'function') {
    throw new TypeError(
      'cassandra needs a client, such as new Client({ contactPoints, localDataCenter })',
    )
  }
  const { keyspace = client.keyspace ?? '', consistency, serialConsistency, observe } = options
  if (!/^\w{1,48}$/.test(keyspace)) {
    throw new TypeError('keyspace must be 1 to 48 letters, digits and _')
  }
  const runner = new QueryRunner(methods, client, {
    keyspace,
    consistency: commitLevel(consistency ?? 'QUORUM'),
    serialConsistency: serialLevel(serialConsistency ?? 'SERIAL'),
    replication: numberOf(options, 'replication', 3, 1),
    statementTimeout: numberOf(options, 'statementTimeout', 5_000, 1),
    retryTime: numberOf(options, 'retryTime', 5_000, 0),
  })
  const lanes = new Lanes({
    run: (calls, since) => runner.run(calls, since),
    idOf: ({ method, argument }) => methods[method]?.idOf?.(argument as never),
    weigh: ({ argument }) => textLength(argument),
    maxInFlight: numberOf(options, 'maxInFlight', 128, 1),
    maxWaiting: numberOf(options, 'maxWaiting', 10_000, 1),
    observe,
  })
  return queuedStore(methods, lanes, () => runner.close())
}

type NumberOption = {
  [Name in keyof CassandraOptions]-?: CassandraOptions[Name] extends number | undefined
    ? Name
    : never
}[keyof CassandraOptions]

/** The value of an option, or its default. */
function numberOf(
  options: CassandraOptions,
  name: NumberOption,
  fallback: number,
  least: number,
): number {
  const value = options[name] ?? fallback
  checkInteger(name, value, least)
  return value
}
