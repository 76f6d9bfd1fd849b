/** One statement. Without values it may be several, one after the other. */
export interface PostgresStatement {
  readonly text: string
  /** Values of `$1` and so on, as text. */
  readonly values?: string[]
  /** Milliseconds after which a connection that was given up is closed, whatever waits in it. */
  readonly query_timeout: number
}

export interface PostgresRows {
  readonly rows: readonly unknown[]
}

/** What a server tells beside its answer; a warning has an SQLSTATE of class 01. */
export interface PostgresNotice {
  readonly code?: string | undefined
  /** The function of the server that tells it. */
  readonly routine?: string | undefined
}

/** The part of a connection, such as `pg.PoolClient`, that a store needs. */
export interface PostgresConnection {
  /** True if it sends statements without waiting for the answers to those before. */
  readonly pipeline?: boolean
  query(statement: PostgresStatement): Promise<PostgresRows>
  on(event: 'notice', listener: (notice: PostgresNotice) => void): unknown
  /** Without a listener a connection that breaks would end the process. */
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'notice', listener: (notice: PostgresNotice) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
  /** Gives it back; after an error it is closed at once, whatever it does. */
  release(error?: Error): void
}

/** The part of a pool of connections, such as `pg.Pool`, that a store needs. */
export interface PostgresPool {
  connect(): Promise<PostgresConnection>
  /** Closes all connections. */
  end(): Promise<void>
  /** Calls back when the connection of nobody breaks. Without a listener that would end the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/** The table of plants. Each statement is a transaction of its own. */
export interface PlantTable {
  /** Runs a statement and resolves with its rows. */
  rows<Row>(text: string, ...values: readonly string[]): Promise<readonly Row[]>
}
