import process from 'node:process'
import t from 'tap'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { createdOr } from './load/create.js'
import { memoryOf } from './load/memory-of.js'
import { underFlood } from './sockets/under-flood.js'

/** Number of clients that do not read, and duration of the trial of each of their kinds. */
const COUNT = Number(process.env.FLOOD_CONNECTIONS ?? 100)
const TIME = Number(process.env.FLOOD_SECONDS ?? 2) * 1_000

/** Requests of each: as many as one connection may have without answers. */
const AHEAD = 64

/** The heap of the server, and the memory that its process may take of the machine, in MB. */
const HEAP = 256
const RESIDENT = 450

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
    const { port, child } = await launch(t, env, t.testdir({}), [`--max-old-space-size=${HEAP}`])
    let resident = 0
    const flood = { port, count: COUNT, text, sips }
    const figures = await underFlood(t, flood, TIME, () => {
      resident = Math.max(resident, memoryOf(child.pid as number) / 2 ** 20)
    })
    t.comment(`${figures}, ${resident.toFixed(0)} MB`)
    t.equal(await createdOr(port), 200, 'it is there afterwards')
    t.ok(resident < RESIDENT, `it takes ${resident} MB`)
  })
}
