import process from 'node:process'
import t, { type Test } from 'tap'
import { token } from '../server/helpers.js'
import { create, launch, type Running } from '../server/process.js'
import { chance } from '../toolkit/runtime/json/random.js'
import { exchange } from './sockets/client.js'
import { mutated } from './sockets/mutations.js'
import { responsesIn } from './sockets/responses.js'

/** Number of requests; each run takes others. */
const COUNT = Number(process.env.SOCKET_REQUESTS ?? 10_000)
const SEED = Number(process.env.SOCKET_SEED ?? Date.now() % 2 ** 31)

/** Number of connections at once. */
const WIDTH = 40

/** A client that ends its half is answered or closed much sooner. */
const PATIENCE = 20_000

const body = '{"id":1,"name":"fern","tag":"shade"}'
const request = Buffer.from(
  [
    ...['POST /plants HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, '', body],
  ].join('\r\n'),
)

t.test('what is nearly a request is answered or closed', async (t) => {
  const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', LOG_LEVEL: 'error' }
  const server = await launch(t, env, t.testdir({}))
  const random = chance(SEED)
  const statuses = new Map<string, number>()
  let sent = 0
  const work = async () => {
    while (sent++ < COUNT) {
      const bytes = mutated(request, random)
      const { text, isClosed } = await exchange(server.port, bytes, PATIENCE)
      const found = isClosed ? answersIn(text) : 'the connection is still open'
      if (typeof found === 'string') fail(t, found, bytes, text)
      for (const status of typeof found === 'string' || found.length === 0 ? ['none'] : found)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  await stillServes(t, server)
  const counts = JSON.stringify(Object.fromEntries([...statuses].sort()))
  t.ok(statuses.size > 3, `${COUNT} requests, seed ${SEED}: ${counts}`)
  t.comment(`${COUNT} nearly right requests, seed ${SEED}: ${counts}`)
})

function fail(t: Test, why: string, bytes: Buffer, text: string): void {
  t.fail(why, { request: bytes.toString('base64').slice(0, 4_000), answer: text, seed: SEED })
}

async function stillServes(t: Test, server: Running): Promise<void> {
  const plant = { id: 2 ** 40, name: 'fern' }
  const [status] = await create({ base: server.base, token }, plant)
  t.equal(status, 200, 'the server is there')
  server.child.kill('SIGTERM')
  const { code, stdout, stderr } = await server.exit
  t.equal(code, 0, 'and ends in order', { stderr })
  t.notMatch(stdout, /"level":[56]0/, 'nothing was a fault of the server')
}

/** The statuses of the answers on a connection, or what is wrong with one. */
function answersIn(text: string): string[] | string {
  const all = responsesIn(text)
  for (const { status, body } of all) {
    if (Number.isNaN(status)) return 'the answer is no HTTP'
    if (status >= 500) return `the answer is ${status}`
    if (status >= 400 && !isError(body)) return `${status} has another body`
  }
  return all.map(({ status }) => String(status))
}

function isError(body: string): boolean {
  const { error, message } = JSON.parse(body)
  return Number.isInteger(error) && typeof message === 'string'
}
