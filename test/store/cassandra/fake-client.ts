import type {
  CassandraClient,
  CassandraRow,
  CassandraStatementOptions,
} from '../../../src/store/cassandra.js'

export interface Sent {
  readonly statement: string
  readonly values: unknown[]
  readonly options: CassandraStatementOptions
}

/** What a cluster answers: rows, an error, or whatever a function makes of it. */
type Answer = readonly CassandraRow[] | Error | ((sent: Sent) => Promise<readonly CassandraRow[]>)

interface Schema {
  readonly keyspace?: { readonly durable_writes: boolean }
  readonly comment?: string
  readonly columns?: readonly string[]
}

export const COLUMNS = ['id bigint partition_key', 'name text regular', 'tag text regular']

/** A cluster with a keyspace and a table of this version. */
export const READY: Schema = {
  keyspace: { durable_writes: true },
  comment: 'plant-store 1',
  columns: COLUMNS,
}

/** A client of a cluster with some schema, which answers the statements for plants by a script. */
export function fakeClient(script: Answer[] = [], schema: Schema = READY) {
  const sent: Sent[] = []
  const made: string[] = []
  const now = { ...schema }
  const schemaRows = (statement: string): readonly CassandraRow[] => {
    if (statement.includes('.keyspaces')) return now.keyspace ? [now.keyspace] : []
    if (statement.includes('.tables')) return now.comment ? [{ comment: now.comment }] : []
    return (now.columns ?? []).map((column) => {
      const [column_name, type, kind] = column.split(' ')
      return { column_name, type, kind }
    })
  }
  const client: CassandraClient = {
    keyspace: 'garden',
    async execute(statement, values, options) {
      if (statement.includes('system_schema')) return { rows: schemaRows(statement) }
      if (/^\s*create/.test(statement)) {
        made.push(statement.trim())
        Object.assign(
          now,
          statement.includes('create table') ? READY : { keyspace: READY.keyspace },
        )
        // The answer to a change of the schema has no rows.
        return {}
      }
      sent.push({ statement, values, options })
      const next = script.shift() ?? []
      if (next instanceof Error) throw next
      return {
        rows: typeof next === 'function' ? await next({ statement, values, options }) : next,
      }
    },
    async shutdown() {
      throw new Error('it was shut down')
    },
  }
  return { client, sent, made }
}

export const APPLIED = [{ '[applied]': true }]
export const refused = (row: CassandraRow) => [{ '[applied]': false, ...row }]

/** An error of a node, as the driver makes it. */
export function responseError(code: number, message = 'refused'): Error {
  return Object.assign(new Error(message), { name: 'ResponseError', code })
}
