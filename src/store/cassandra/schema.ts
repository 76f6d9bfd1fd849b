import { createHash } from 'node:crypto'
import type { CassandraRow } from './client.js'
import { unusable } from './troubles.js'

/** The comment of the table: whose it is, and its version. */
const OWNER = 'plant-store 1'

const COLUMNS = 'id bigint partition_key, name text regular, tag text regular'

export interface SchemaSetup {
  readonly keyspace: string
  /** Copies of each plant in each data centre, for a keyspace that is made. */
  readonly replication: number
  /** Runs a statement and resolves with its rows. */
  readonly query: (statement: string, ...values: string[]) => Promise<readonly CassandraRow[]>
}

/**
 * Makes the keyspace and the table of plants where they are missing. Several stores may do that at the same
 * time, on several nodes.
 *
 * @throws {StoreError} `UNAVAILABLE` when the keyspace does not keep what it is given, or has a table of
 * somebody else.
 */
export async function prepare(setup: SchemaSetup): Promise<void> {
  const { keyspace, replication } = setup
  if (!(await isDurable(setup))) {
    const copies = `{'class': 'NetworkTopologyStrategy', 'replication_factor': ${replication}}`
    await setup.query(`create keyspace if not exists "${keyspace}" with replication = ${copies}`)
  }
  if (await isOwn(setup)) return
  await setup.query(`
    create table if not exists "${keyspace}".plants (id bigint primary key, name text, tag text)
    with id = ${tableId(keyspace)} and comment = '${OWNER}'`)
  if (!(await isOwn(setup))) throw madeElsewhere()
}

/** False when there is no keyspace. */
async function isDurable({ keyspace, query }: SchemaSetup): Promise<boolean> {
  const statement = 'select durable_writes from system_schema.keyspaces where keyspace_name = ?'
  const [row] = await query(statement, keyspace)
  if (row?.durable_writes === false) {
    throw unusable('durable_writes is off, so that plants could be lost; alter the keyspace')
  }
  return row !== undefined
}

/** False when there is no table. */
export async function isOwn({
  keyspace,
  query,
}: Pick<SchemaSetup, 'keyspace' | 'query'>): Promise<boolean> {
  const where = "where keyspace_name = ? and table_name = 'plants'"
  const tables = await query(`select comment from system_schema.tables ${where}`, keyspace)
  if (tables.length === 0) return false
  checkOwner(String(tables[0]?.comment))
  const columns = await query(
    `select column_name, type, kind from system_schema.columns ${where}`,
    keyspace,
  )
  checkColumns(columns)
  return true
}

function checkOwner(comment: string): void {
  if (comment === OWNER) return
  const whose = comment.startsWith('plant-store ')
    ? `has the version ${comment.slice('plant-store '.length)}, and not 1`
    : 'belongs to another application'
  throw unusable(`the table "plants" ${whose}; use another keyspace`)
}

/** The columns of the store must be there; those of others do no harm. */
function checkColumns(rows: readonly CassandraRow[]): void {
  const found = rows.map(({ column_name, type, kind }) => `${column_name} ${type} ${kind}`)
  const missing = COLUMNS.split(', ').find((column) => !found.includes(column))
  if (missing === undefined) return
  throw unusable(`the table "plants" has no column "${missing}"; use another keyspace`)
}

/**
 * The id of the table, the same for all who make it. Nodes that are asked at the same time may otherwise
 * make tables with different ones, and then refuse each other's (CASSANDRA-10699).
 */
function tableId(keyspace: string): string {
  const hex = createHash('sha256').update(`${keyspace}.plants`).digest('hex')
  // A UUID of version 8 (RFC 9562, section 5.8).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
  ]
  return [...parts, hex.slice(18, 30)].join('-')
}

/** Another node has not heard of the table yet. */
function madeElsewhere(): Error {
  return new Error('the table "plants" is not known to all nodes yet')
}
