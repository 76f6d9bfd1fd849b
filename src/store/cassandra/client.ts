/** Options of one statement, as the driver has them. */
export interface CassandraStatementOptions {
  /** True for a statement that each node parses once. */
  readonly prepare?: boolean
  /** The number of a level in the native protocol. */
  readonly consistency?: number
  readonly serialConsistency?: number
  /** Milliseconds after which the driver gives up. */
  readonly readTimeout?: number
  /** False: the store repeats statements itself. */
  readonly isIdempotent?: boolean
}

/** A row of an answer, by the names of its columns. */
export interface CassandraRow {
  readonly [column: string]: unknown
}

/** The part of a client, such as `cassandra.Client` of the package `cassandra-driver`, that a store needs. */
export interface CassandraClient {
  /** The keyspace that the client was made with. */
  readonly keyspace?: string | undefined
  /** Runs a statement on any node; connects first. */
  execute(
    statement: string,
    values: unknown[],
    options: CassandraStatementOptions,
  ): Promise<{ readonly rows?: readonly CassandraRow[] }>
  /** Closes all connections. */
  shutdown(): Promise<void>
}

/** The table of plants: one partition for each, so that each is agreed on by itself. */
export interface CassandraTable {
  /** Its name in statements, with its keyspace. */
  readonly name: string
  /**
   * Runs a lightweight transaction of one plant. Resolves with the row of its result: `[applied]`, and the
   * columns of the plant that was in the way.
   */
  transact(statement: string, ...values: unknown[]): Promise<CassandraRow>
  /** Selects from one plant, after all transactions on it that are over. */
  read(statement: string, ...values: unknown[]): Promise<readonly CassandraRow[]>
}
