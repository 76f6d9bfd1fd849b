import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { load } from '../../scripts/bench/serve/client.js'
import { ServerProcess } from '../../scripts/bench/serve/server-process.js'
import { listen } from '../../scripts/bench/serve/servers/listen.js'
import { type NodeServer, PEER_SERVERS, PEERS, SERVERS } from '../../scripts/bench/serve/servers.js'
import { generated, SCRIPT } from '../../scripts/bench/shapes/bench-shapes.js'
import { SHAPES } from '../../scripts/bench/shapes/requests.js'
import { CACHE, install } from '../../scripts/bench/shared/packages.js'
import { orSkip } from '../../scripts/bench/shared/subjects.js'
import { loadInPieces } from '../../scripts/bench/workers/client.js'
import { checkAnswers, REQUESTS } from './plant-requests.js'

const REFUSED: typeof REQUESTS = [
  ['{"id":1,"id":1,"name":"Fern"}', 500],
  ['{"id":1}', 400],
  ['{}', 415, { 'content-type': 'text/plain' }],
]

const folder = path.join(CACHE, 'serve')
await mkdir(folder, { recursive: true })
const isInstalled = await orSkip('the other servers', () => install(folder, PEERS).then(() => true))

for (const name of Object.keys(SERVERS) as NodeServer[]) {
  const skip = !isInstalled && PEER_SERVERS.includes(name) && 'it is not installed'
  t.test(`the benchmark's server ${name} answers as the others do`, { skip }, async (t) => {
    const server = await ServerProcess.start(name, folder)
    t.teardown(() => server.stop())
    const rows = name.includes('same checks') ? [...REQUESTS, ...REFUSED] : REQUESTS
    await checkAnswers(t, server.port, rows)
  })
}

t.test('both servers of the benchmark of shapes answer the same', async (t) => {
  const contract = await generated(t.testdir())
  const starts = ['Fastify by hand', 'ours'].map((name) =>
    ServerProcess.start(name, contract, SCRIPT),
  )
  const servers = await Promise.all(starts)
  t.teardown(() => Promise.all(servers.map((each) => each.stop())))
  for (const { method, target, body, name } of SHAPES) {
    const headers = { 'content-type': 'application/json' }
    const init = { method, ...(body !== undefined && { body, headers }) }
    const answers = servers.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}${target}`, init)
      return { status: response.status, body: await response.json() }
    })
    const [byHand, ours] = await Promise.all(answers)
    t.equal(byHand?.status, 200, name)
    t.same(ours, byHand, name)
  }
})

const FINE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
const IN_PIECES = 'HTTP/1.1 200 OK\r\nContent-|Length: 2\r\n\r\n|{}'
const REFUSAL = 'HTTP/1.1 401 Unauthorized\r\n\r\n'

/** A server that answers each piece of data with the next of these texts, in the pieces between `|`. */
async function answers(t: Test, texts: readonly string[]): Promise<number> {
  const left = [...texts]
  const server = createServer((socket) => {
    socket.on('data', () => {
      const text = left.shift()
      if (text === undefined) socket.destroy()
      for (const [at, part] of (text?.split('|') ?? []).entries())
        setTimeout(() => socket.write(part), 20 * at)
    })
  })
  t.teardown(() => server.close())
  return listen(server as never)
}

const clients: Record<string, (port: number) => Promise<{ requests: number }>> = {
  serve: (port) =>
    load({
      port,
      connections: 1,
      seconds: 0.001,
      next: () => Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    }),
  // It asks again before the answer is there.
  workers: (port) => loadInPieces({ port, connections: 1, ahead: 2, seconds: 0.001, turn: 0 }),
}

const answered: [client: string, texts: string[], want: number | RegExp][] = [
  ['serve', [IN_PIECES], 1],
  ['serve', [REFUSAL], /^HTTP\/1\.1 401/],
  ['serve', [], /the server has left/],
  ['workers', [FINE, `${FINE}|${FINE}`], 3],
  ['workers', [REFUSAL], /expected: HTTP\/1\.1 401/],
  ['workers', [FINE, REFUSAL], /expected: HTTP\/1\.1 401/],
  ['workers', [FINE, FINE.repeat(3)], /expected: HTTP\/1\.1 200/],
  ['workers', [FINE], /the server has left/],
]

for (const [client, texts, want] of answered) {
  t.test(`the client of ${client} takes ${JSON.stringify(texts)} for ${want}`, async (t) => {
    const asked = clients[client]?.(await answers(t, texts))
    if (typeof want === 'number') t.match(await asked, { requests: want })
    else await t.rejects(asked as Promise<unknown>, { message: want })
  })
}
