/** One statement, which is a transaction of its own. */
export interface PostgresStatement {
  readonly text: string
  /** Values of `$1` and so on, as text. */
  readonly values: string[]
  /** Milliseconds after which the pool gives up, closes the connection and rejects. */
  readonly query_timeout: number
}

/** The part of a pool of connections, such as `pg.Pool`, that a store needs. */
export interface PostgresPool {
  /** Runs a statement on any connection; a connection whose statement failed is not used again. */
  query(statement: PostgresStatement): Promise<{ readonly rows: readonly unknown[] }>
  /** Closes all connections. */
  end(): Promise<void>
  /** Calls back when the connection of nobody breaks. Without a listener that would end the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/** The table of plants. */
export interface PlantTable {
  /** Runs a statement and resolves with its rows. */
  rows<Row>(text: string, ...values: readonly string[]): Promise<readonly Row[]>
  /** Does the same with a statement that writes, whose time is that of a commit. */
  commit<Row>(text: string, ...values: readonly string[]): Promise<readonly Row[]>
}
