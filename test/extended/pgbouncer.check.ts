import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { freePorts } from '../../scripts/shared/free-ports.js'
import { identity } from '../../scripts/shared/postgres-programs.js'
import { postgres } from '../../src/store/postgres.js'
import { startPostgres } from '../store/postgres/server.js'
import { storeContract } from '../store-contract/suite.js'
import { Program } from './failover/processes.js'
import { installCluster, programs } from './failover/programs.js'
import { orSkip } from './registry.js'

/** Each transaction of a connection may get another one of these. */
const CONNECTIONS = 3

t.test('PostgreSQL behind PgBouncer, which pools transactions', async (t) => {
  if ((await orSkip(t, installCluster())) === undefined) return
  const server = await startPostgres(t)
  if (server === undefined) return
  const folder = mkdtempSync(path.join(tmpdir(), 'plants-pgbouncer-'))
  const { uid, gid } = identity()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const [port] = (await freePorts(1)) as [number]
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, settingsOf(port, server.port))
  const bouncer = new Program('pgbouncer', folder, [programs.pgbouncer, file])
  t.teardown(async () => {
    await bouncer.kill()
    rmSync(folder, { recursive: true })
  })
  await server.query('create database pooled')
  const connectionString = `postgres://plants@127.0.0.1:${port}/pooled`
  while (!(await answers(connectionString))) await wait(50)
  const open = () => postgres(new pg.Pool({ connectionString }))
  await storeContract(t, {
    name: 'PostgreSQL behind PgBouncer',
    async create() {
      await server.query('drop table if exists plants', 'pooled')
      return open()
    },
    reopen: open,
  })
})

function settingsOf(port: number, postgres: number): string {
  return [
    ...['[databases]', `* = host=127.0.0.1 port=${postgres} user=plants`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', `default_pool_size = ${CONNECTIONS}`, ''],
  ].join('\n')
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
