import { Agent } from 'node:http'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { createNew } from './load/create.js'
import { quantile } from './load/load.js'
import { memoryOf } from './load/processors.js'
import { openMany } from './sockets/client.js'

/** Connections that send nothing, and those that send a byte now and then. */
const IDLE = Number(process.env.IDLE_CONNECTIONS ?? 10_000)
const SLOW = 200

/** Duration of the load in milliseconds, and number of requests of each measurement. */
const TIME = Number(process.env.LOAD_SECONDS ?? 10) * 1_000
const REQUESTS = 2_000

/** Factor by which the slowest in a hundred may become slower, and bytes that a connection may take. */
const SLOWER = 10
const PER_CONNECTION = 50_000

t.test('idle and slow clients do not slow the others down', async (t) => {
  const limits = {
    MAX_CONNECTIONS: String(IDLE + SLOW + 100),
    HEADERS_TIMEOUT: '60000',
    REQUEST_TIMEOUT: '60000',
  }
  const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', LOG_LEVEL: 'error', ...limits }
  const { port, child } = await launch(t, env, t.testdir({}))
  const memory = () => memoryOf(child.pid as number)
  await percentile(port, REQUESTS, 0) // what is new to the engine is no measure
  const [quiet, before] = [await percentile(port, REQUESTS, 0), memory()]
  const idle = await openMany(port, IDLE)
  const slow = await openMany(port, SLOW)
  const head = `POST /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`
  const rest = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n'
  for (const [at, socket] of slow.entries()) socket.write(at % 2 === 0 ? head : head + rest)
  const drip = setInterval(() => slow.map((socket) => socket.write('x')), 500)
  t.teardown(() => {
    clearInterval(drip)
    for (const socket of [...idle, ...slow]) socket.destroy()
  })
  const loaded = await percentile(port, REQUESTS, TIME)
  const growth = memory() - before
  const ratio = loaded / quiet
  const figures = [
    `${IDLE} idle and ${SLOW} slow connections`,
    `p99 ${quiet.toFixed(1)} ms without, ${loaded.toFixed(1)} ms with them: ${ratio.toFixed(1)} times`,
    `${(growth / 2 ** 20).toFixed(0)} MB more`,
  ].join('; ')
  t.comment(figures)
  t.ok(ratio < SLOWER, figures)
  t.ok(growth < (IDLE + SLOW) * PER_CONNECTION, 'memory is bounded')
  t.ok(
    [...idle, ...slow].every(({ destroyed }) => !destroyed),
    'all were there',
  )
})

/** Connections that ask and read nothing, those that read, and bytes that each of these reads in a second. */
const SILENT = 200
const READERS = 4
const RATE = 4 * 2 ** 20

/** Requests that a connection sends ahead: as many as it may have without answers. */
const AHEAD = 64
const ASKED = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(AHEAD)

t.test('a client that reads steadily is never closed for those that do not read', async (t) => {
  const { base, port } = await launch(t, { STORE_URL: 'memory:', LOG_LEVEL: 'error' }, t.testdir())
  const document = await (await fetch(`${base}/openapi.json`)).text()
  const silent = await openMany(port, SILENT)
  t.teardown(() => silent.map((socket) => socket.destroy()))
  for (const socket of silent) socket.pause().write(ASKED)
  const readers = Array.from({ length: READERS }, () => readSteadily(port, document))
  const counts = await Promise.all(readers)
  t.comment(`${SILENT} read nothing, ${READERS} read ${counts.join(', ')} documents`)
  t.ok(counts.every((count) => count > 0))
})

/**
 * Asks for documents and reads them at a steady rate; resolves with their number when the time is over.
 *
 * @throws {Error} if the server closes the connection.
 */
async function readSteadily(port: number, document: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' }).setEncoding('latin1')
  const end = performance.now() + TIME
  let [count, text] = [0, '']
  socket.write(ASKED)
  for await (const chunk of socket) {
    text += chunk
    await wait((chunk.length / RATE) * 1_000)
    if (text.split(document).length <= AHEAD) continue
    count += AHEAD
    if (performance.now() > end) return count
    text = ''
    socket.write(ASKED)
  }
  throw new Error(`closed after ${count} documents`)
}

/** The 99th percentile of requests one after the other, in milliseconds, spread over a time. */
async function percentile(port: number, count: number, time: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const end = performance.now() + time
  for (let left = count; left > 0; left--) {
    const started = performance.now()
    const { statusCode } = await createNew(port, agent)
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
    times.push(performance.now() - started)
    const pause = (end - performance.now()) / left
    if (pause > 1) await wait(pause)
  }
  agent.destroy()
  return quantile(times, 0.99)
}
