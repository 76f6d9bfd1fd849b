import { statSync } from 'node:fs'
import Database from 'libsql'
import type { PostgresServer } from '../../shared/postgres-server.js'
import { halfOf, piecesOf, type Spread } from './spread.js'

/** Fills the empty file of a closed store; not durable, and so in minutes. Returns its bytes. */
export function fillSqlite(file: string, spread: Spread): number {
  const database = new Database(file)
  try {
    // The store sets its own modes again.
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -100000',
    )
    for (const { from, to, condition } of piecesOf(spread))
      database.exec(`
        with recursive piece (n) as (select ${from} union all select n + 1 from piece where n < ${to})
        insert into plants (id, name, tag)
        select ${idOf(spread)}, printf('Ficus %06d', n % 1000000), printf('shade%d', n % 10)
        from piece where ${condition}`)
  } finally {
    database.close()
  }
  return statSync(file).size
}

/** Fills the empty table of a closed store. Returns the bytes of the table and its index. */
export async function fillPostgres(server: PostgresServer, spread: Spread): Promise<number> {
  for (const { from, to, condition } of piecesOf(spread))
    await server.query(`
      insert into plants (id, name, tag)
      select ${idOf(spread)}, convert_to('Ficus ' || lpad((n % 1000000)::text, 6, '0'), 'UTF8'),
        convert_to('shade' || n % 10, 'UTF8')
      from generate_series(${from}::bigint, ${to}::bigint) as piece (n) where ${condition}`)
  // As the server does by itself some time later.
  await server.query('vacuum analyze plants')
  await server.query('checkpoint')
  const [row] = await server.query("select pg_total_relation_size('plants')::text as bytes")
  return Number((row as { bytes: string }).bytes)
}

/** As `idAt` computes it. */
function idOf({ plants, step }: Spread): string {
  return `(n - ${halfOf(plants)}) * ${step}`
}
