/** Reasons why the server does not start, each a line without a stack. */

import { createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import t from 'tap'
import { readConfig } from '../../src/server/config.js'
import { start, stop } from '../../src/server/start.js'
import { startFailure } from '../../src/server/start-error.js'
import { fits } from '../helpers/fits.js'
import { rowsOf } from '../helpers/rows.js'
import { portFor } from '../helpers/wire.js'
import { startPostgres } from '../store/postgres/server.js'
import { fail } from './process.js'
import { preload } from './workers/helpers.js'

const TAKEN = await portFor(t, createServer())

/** Settings, and the lines that are printed; … is anything. */
const STARTS = `
  STORE_URL=memory: PORT=${TAKEN} | PORT: ${TAKEN} on 127.0.0.1 is taken; set PORT to another
  STORE_URL=sqlite:/proc/none/plants.db | STORE_URL: cannot open the plant store /proc/none/plants.db: …; its folder has to be one that this user may write to
  STORE_URL=sqlite:/sys/none/plants.db | STORE_URL: cannot open the plant store /sys/none/plants.db: …; its folder has to be one that this user may write to
  STORE_URL=mysql://me:secret@host | STORE_URL: …
  LOG_LEVEL=loud PORT=x BEARER_TOKEN=secret | BEARER_TOKEN: is not a setting; rename it to BEARER_TOKENS or… | PORT: "x" is not… | LOG_LEVEL: "loud" is not one of…
`

/** The same, where the processes of a server matter. */
const PROCESSES = `
  STORE_URL=sqlite:file | STORE_URL: cannot open the plant store …/file: file is not a database; name another file
  WORKERS=2 PORT=${TAKEN} ADMIN_PORT=0 LOG_LEVEL=silent | PORT: ${TAKEN} on 127.0.0.1 is taken; set PORT to another
  WORKERS=2 ADMIN_PORT=${TAKEN} | ADMIN_PORT: ${TAKEN} on 127.0.0.1 is taken; set ADMIN_PORT to another
  WORKERS=2 STORE_URL=sqlite:file/plants.db | STORE_URL: …
  WORKERS=2 STORE_URL=memory: | WORKERS: 2 processes cannot share a store in memory; remove it, or…
  MCP=on HAVING=bare | MCP: Plant Store: mcp needs @modelcontextprotocol/server; install it, or remove MCP
  OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1 HAVING=bare | OTEL_EXPORTER_OTLP_ENDPOINT: spans need more packages, install them or remove it: npm install @fastify/otel …
  WORKERS=2 HAVING=ends | a worker ended before it listened (9)
  WORKERS=2 HAVING=none | spawn /nowhere ENOENT
`

/** A resolver of modules, without the packages that a server may do without. */
const BARE = `export async function resolve(name, context, next) {
  if (/^@(modelcontextprotocol|fastify\\/otel|opentelemetry)/.test(name)) throw new Error('no ' + name)
  return next(name, context)
}`

/** What happens to a worker, or is not installed. */
const HAVING = preload(`
  import cluster from 'node:cluster'
  import { register } from 'node:module'
  import process from 'node:process'
  if (process.env.HAVING === 'bare') register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(BARE)}`)})
  if (cluster.isWorker && process.env.HAVING === 'ends') process.exit(9)
  if (process.env.HAVING === 'none') process.execPath = '/nowhere'`)

for (const [given = '', ...lines] of rowsOf(STARTS)) {
  t.test(`a server with ${given} does not start`, async (t) => {
    const wanted = lines.map((line) => `plant-store: ${line}\n`).join('')
    const failure = await failureOf(parseEnv(given.replaceAll(' ', '\n')))
    t.equal(fits(failure, wanted) ? wanted : failure, wanted)
    t.notMatch(failure, 'secret')
  })
}

/** What a process would print of a start. */
async function failureOf(env: NodeJS.ProcessEnv): Promise<string> {
  try {
    await stop(await start(readConfig({ PORT: '0', ...env }), new PassThrough()))
    return 'it starts'
  } catch (error) {
    return startFailure(error)
  }
}

for (const [given = '', ...lines] of rowsOf(PROCESSES)) {
  t.test(`a process of a server with ${given} does not start`, async (t) => {
    const env = parseEnv(given.replaceAll(' ', '\n'))
    const folder = t.testdir({ file: 'not a folder' })
    const { code, stdout, stderr } = await fail(t, env, folder, env.HAVING ? HAVING : [])
    const wanted = lines.map((line) => `plant-store: ${line}\n`).join('')
    t.same([code, stdout], [1, ''])
    t.equal(fits(stderr, wanted) ? wanted : stderr, wanted)
    t.equal(stderr.split('\n').length, lines.length + 1, stderr)
    t.notMatch(stderr, 'secret')
  })
}

t.test('a database that cannot be used prevents the start', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const STORE_URL = postgres.url('nowhere').replace('plants@', 'plants:secret@')
  const { code, stderr } = await fail(t, { STORE_URL }, t.testdir())
  const reason =
    'PostgreSQL cannot be used now: database "nowhere" does not exist; create the database, or name another one'
  t.same([code, stderr], [1, `plant-store: STORE_URL: ${reason}\n`])
})
