import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import type { Flood } from './sockets/flood.js'

/** Number of clients that do not read, and duration of the trial of each of their kinds. */
const COUNT = Number(process.env.FLOOD_CONNECTIONS ?? 100)
const TIME = Number(process.env.FLOOD_SECONDS ?? 2) * 1_000

/** Requests of each: as many as one connection may have without answers. */
const AHEAD = 64

/** The heap of the server, and the memory that its process may take of the machine, in MB. */
const HEAP = 256
const RESIDENT = 450

/** A request that is not answered by then is not answered. */
const PATIENCE = 60_000

const json = 'Content-Type: application/json\r\n'
const granted = `Authorization: Bearer ${token}\r\n`
const large = `{"id":1,"name":"${'é'.repeat(500_000)}"}`

function post(body: string, headers: string): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `POST /plants HTTP/1.1\r\nHost: a\r\n${headers}${json}${length}\r\n${body}`
}

const other = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** Requests that each client sends. */
const floods: [name: string, text: string, sips?: boolean][] = [
  ['the document', other('GET /openapi.json').repeat(AHEAD)],
  ['the document, a byte a second', other('GET /openapi.json').repeat(AHEAD), true],
  ['its head', other('HEAD /openapi.json').repeat(AHEAD)],
  ['what is not there', other('GET /nothing').repeat(AHEAD)],
  ['another method', other('PUT /plants').repeat(AHEAD)],
  ['plants without a token', post('{"id":1,"name":"a"}', '').repeat(AHEAD)],
  ['plants', post('{"id":1,"name":"a"}', granted).repeat(AHEAD)],
  ['large plants', post(large, granted).repeat(2)],
  ['half a large plant', post(large, granted).slice(0, -1)],
  ['half a plant', post(`{"id":1,"name":"${'x'.repeat(20_000)}"}`, granted).slice(0, -1)],
  ['large heads', other('GET /nothing', `A: ${'x'.repeat(15_000)}\r\n`).repeat(AHEAD)],
  ['heads of many headers', other('GET /nothing', 'a:\r\n'.repeat(3_000)).repeat(AHEAD)],
  ['spaces', other('GET /nothing', `A: ${' '.repeat(1_000_000)}\r\n`)],
  ['chunks', `${other('POST /plants', `${json}Transfer-Encoding: chunked\r\n`)}1\r\n{\r\n`],
]

for (const [name, text, sips = false] of floods) {
  t.test(`${COUNT} clients who send and do not read: ${name}`, async (t) => {
    const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', LOG_LEVEL: 'fatal' }
    const { base, child } = await launch(t, env, t.testdir({}), [`--max-old-space-size=${HEAP}`])
    const workerData: Flood = { port: Number(new URL(base).port), count: COUNT, text, sips }
    const worker = new Worker(new URL('./sockets/flood.js', import.meta.url), { workerData })
    const stopped = once(worker, 'exit')
    const [times, statuses]: [number[], Record<string, number>] = [[], {}]
    let resident = 0
    const end = performance.now() + TIME
    do {
      const start = performance.now()
      const status = await create(base)
      statuses[status] = (statuses[status] ?? 0) + 1
      times.push(performance.now() - start)
      resident = Math.max(resident, residentOf(child.pid as number))
      await wait(20)
    } while (performance.now() < end && child.exitCode === null)
    worker.postMessage('stop')
    times.sort((a, b) => a - b)
    const median = times[times.length >> 1]?.toFixed(0)
    const figures = `answers ${JSON.stringify(statuses)}, median ${median} ms, at most ${times.at(-1)?.toFixed(0)} ms, ${resident} MB`
    t.comment(figures)
    t.same(
      Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status)),
      [],
      figures,
    )
    t.equal(await create(base), 200, 'it is there afterwards')
    t.ok(resident < RESIDENT, `it takes ${resident} MB`)
    await stopped
  })
}

let id = 1_000

/** Creates a plant on a connection of its own; the status, or why there is none. */
async function create(base: string): Promise<number | string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ id: ++id, name: 'fern' })
  const signal = AbortSignal.timeout(PATIENCE)
  const own = { ...headers, connection: 'close' }
  return fetch(`${base}/plants`, { method: 'POST', headers: own, body, signal }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    (error) => String(error.cause?.code ?? error.name),
  )
}

/** The memory that a process holds, in MB; none where it is gone. */
function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
  } catch {
    return 0
  }
}
