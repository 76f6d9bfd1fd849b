import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { dial } from '../helpers/wire.js'
import { token } from '../server/helpers.js'
import { create, launch, type Running } from '../server/process.js'
import { type Chance, chance } from '../toolkit/runtime/json/random.js'
import { responsesIn } from './sockets/responses.js'

/** Number of connections that send ahead, and the seed of their requests; each run takes others. */
const COUNT = Number(process.env.PIPELINES ?? 400)
const SEED = Number(process.env.PIPELINES_SEED ?? Date.now() % 2 ** 31)

const WIDTH = 16

/** A request, and the status that it deserves. */
type Sent = readonly [text: string, status: number]

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: a\r\n${more}`
const granted = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
const sized = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

const KINDS: readonly ((random: Chance) => Sent)[] = [
  () => [`${head('GET /openapi.json')}\r\n`, 200],
  () => [`${head('GET /nowhere')}\r\n`, 404],
  () => [`${head('DELETE /openapi.json')}\r\n`, 405],
  (random) => [head('POST /plants', granted + sized(plant(random))), 200],
  (random) => [head('POST /plants', granted + chunked(plant(random), random)), 200],
  () => [head('POST /plants', granted + sized('{"id":"no"}')), 400],
  // A text that is no JSON ends the connection, now and then.
  ({ below }) => [head('POST /plants', granted + sized(below(20) === 0 ? '{' : '{}')), 400],
  // It is refused before its body is read, which is then no request.
  (random) => [head('POST /plants', sized(`GET / HTTP/1.1\r\n\r\n${plant(random)}`)), 401],
]

function plant({ below }: Chance): string {
  const id = below(1_000_000)
  return JSON.stringify({ id, name: `plant ${id}${'x'.repeat(id % 300)}` })
}

function chunked(text: string, { below }: Chance): string {
  const cut = 1 + below(text.length - 1)
  const chunks = [text.slice(0, cut), text.slice(cut)].filter((each) => each !== '')
  const framed = chunks.map((each) => `${each.length.toString(16)}\r\n${each}\r\n`)
  return `Transfer-Encoding: chunked\r\n\r\n${framed.join('')}0\r\n\r\n`
}

t.test('what is sent ahead is answered whole and in order, however it is cut', async (t) => {
  const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', LOG_LEVEL: 'error' }
  const server = await launch(t, env, t.testdir({}))
  let next = 0
  let answered = 0
  const work = async () => {
    while (next < COUNT) {
      const count = await pipeline(t, server, SEED + next++)
      answered += count
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  t.equal((await create({ ...server, token }, { id: 1, name: 'fern' }))[0], 200)
  t.comment(`${answered} requests on ${COUNT} connections, seed ${SEED}`)
  server.child.kill('SIGTERM')
  t.equal((await server.exit).code, 0)
})

async function pipeline(t: Test, { port }: Running, seed: number): Promise<number> {
  const random = chance(seed)
  const all = Array.from({ length: 1 + random.below(60) }, () => random.pick(KINDS)(random))
  const last = random.below(3) === 0 ? random.below(all.length) : all.length - 1
  const text = all.map(([each], at) => (at === last ? closing(each) : each)).join('')
  const { socket, closed } = await dial(t, port)
  socket.setEncoding('latin1')
  await send(text, random, (part) => socket.write(part))
  // It does not end its side: Node takes who does so for gone, whatever is still to be answered.
  const answers = responsesIn(await closed)
  // A response may end the connection: its request could not be read. Nothing follows it.
  const end = answers.findIndex(({ head }) => /^connection: close/im.test(head))
  const statuses = answers.map(({ status }, at) => (end >= 0 && at > end ? Number.NaN : status))
  const count = end < 0 ? last + 1 : statuses.length
  const wanted = all.slice(0, count).map(([, status]) => status)
  if (statuses.join() !== wanted.join()) t.same(statuses, wanted, `seed ${seed}`)
  return count
}

/** It says that it is the last one: what follows is not begun (RFC 9112, section 9.6). */
function closing(text: string): string {
  return text.replace('\r\n', '\r\nConnection: close\r\n')
}

async function send(text: string, random: Chance, write: (part: string) => void): Promise<void> {
  for (let from = 0; from < text.length; ) {
    const length = 1 + random.below(random.pick([3, 100, 5_000]))
    write(text.slice(from, from + length))
    from += length
    if (random.below(4) === 0) await turn()
  }
}
