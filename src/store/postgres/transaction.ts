import { within } from '../common/within.js'
import type {
  PlantTable,
  PostgresConnection,
  PostgresNotice,
  PostgresPool,
  PostgresRows,
  PostgresStatement,
} from './pool.js'
import { unconfirmed } from './troubles.js'

/** Milliseconds for the connections to close. */
const CLOSE_TIME = 1_000

/** The share of its time in which a transaction may wait for one of somebody else that has its rows. */
const LOCK_SHARE = 1 / 5

/**
 * The server ends what its client no longer waits for, so that transactions which wait do not pile up. None of
 * these times ends a commit. All is said in the transaction: a pool may give the next one another connection.
 */
function begin(timeout: number): string {
  return `begin isolation level read committed;
    set local statement_timeout = ${timeout};
    set local idle_in_transaction_session_timeout = ${timeout};
    set local lock_timeout = ${Math.ceil(LOCK_SHARE * timeout)}`
}

/**
 * What a statement has found may be of a commit that no standby has, when a wait for the standby was cancelled
 * or the primary has crashed: it would be lost with the primary. A commit of our own waits for the standby,
 * which then has all that was before it, and which a former primary never hears of. Only a transaction that
 * writes does so.
 */
const COMMIT = `
  select case when current_setting('synchronous_standby_names') <> '' or pg_is_in_recovery()
    then pg_logical_emit_message(true, 'plant-store', '') end;
  commit`

const WARNING = /^01/

/** What tells the warnings that triggers raise: they say nothing of a commit. */
const OF_TRIGGERS = 'exec_stmt_raise'

/** The table in a pool; each statement may take as many milliseconds. */
export function tableIn(pool: PostgresPool, timeout: number): PlantTable {
  pool.on?.('error', ignore)
  const rows = async <Row>(text: string, ...values: string[]) =>
    (await transact(pool, { text, values }, timeout)) as readonly Row[]
  return { rows }
}

/** Closes the connections; a server that hangs does not close its side. */
export async function closePool(pool: PostgresPool): Promise<void> {
  await within(CLOSE_TIME, pool.end()).catch(ignore)
}

/**
 * Runs a statement as a transaction. Whatever rejects it, nobody knows whether it was committed. When its time
 * is over the connection is closed, and no commit is cancelled by that.
 */
async function transact(
  pool: PostgresPool,
  statement: Pick<PostgresStatement, 'text' | 'values'>,
  timeout: number,
): Promise<readonly unknown[]> {
  let connection: PostgresConnection | undefined
  let isOver = false
  const release = (error?: Error) => {
    isOver = true
    connection?.off('error', ignore)
    connection?.release(error)
  }
  const run = async () => {
    const own = await pool.connect()
    if (isOver) return own.release() as never
    connection = own
    own.on('error', ignore)
    const texts = [{ text: begin(timeout) }, statement, { text: COMMIT }]
    const [, answer] = await heeded(own, () =>
      inTurn(
        own,
        texts.map((each) => ({ ...each, query_timeout: timeout })),
      ),
    )
    return (answer as PostgresRows).rows
  }
  try {
    const rows = await within(timeout, run())
    release()
    return rows
  } catch (error) {
    release(error as Error)
    throw error
  }
}

/** A wait for the standby that somebody cancels ends with success and a warning. */
async function heeded<Value>(
  connection: PostgresConnection,
  run: () => Promise<Value>,
): Promise<Value> {
  let isWarned = false
  const heed = ({ code = '', routine }: PostgresNotice) => {
    isWarned ||= WARNING.test(code) && routine !== OF_TRIGGERS
  }
  connection.on('notice', heed)
  try {
    const value = await run()
    if (isWarned) throw unconfirmed()
    return value
  } finally {
    connection.off('notice', heed)
  }
}

/** Without a pipeline each statement waits for the answer to the one before: three times there and back. */
async function inTurn(
  connection: PostgresConnection,
  statements: readonly PostgresStatement[],
): Promise<readonly PostgresRows[]> {
  if (connection.pipeline) return Promise.all(statements.map((each) => connection.query(each)))
  const answers: PostgresRows[] = []
  for (const each of statements) answers.push(await connection.query(each))
  return answers
}

/** A statement tells what its own connection has; of one that nobody uses there is nothing to say. */
export function ignore(): void {}
