import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import t, { type Test } from 'tap'
import { launch } from '../server/process.js'
import { usedBy } from './load/processors.js'
import { openMany } from './sockets/client.js'

/** Connections, bytes of empty lines that each of them sends before each request, and requests of each. */
const CONNECTIONS = 50
const LINES = 128 * 1024
const REQUESTS = 20

const TURNS = Number(process.env.EMPTY_LINES_TURNS ?? 5)

/** Factor to what they cost in Node alone that the clock of processes and other programs explain. */
const MOST = 1.5

interface Server {
  readonly port: number
  readonly pid: number
}

t.test('empty lines before requests cost no more than in Node alone', async (t) => {
  const { port, child } = await launch(t, { STORE_URL: 'memory:', LOG_LEVEL: 'fatal' }, t.testdir())
  const servers: Server[] = [{ port, pid: child.pid as number }, await nodeAlone(t)]
  const costs: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [at, server] of servers.entries()) {
      const [plain, lines] = [await cost(server, 0), await cost(server, LINES)]
      costs[at]?.push(lines - plain)
    }
  }
  const [ours, node] = costs.map((all) => all.sort((a, b) => a - b)[TURNS >> 1] as number)
  const megabytes = (CONNECTIONS * REQUESTS * LINES) / 2 ** 20
  const figures = `${megabytes} MB of empty lines took ${ours}0 ms, in Node alone ${node}0 ms`
  t.comment(figures)
  t.ok((ours as number) <= MOST * (node as number), figures)
})

async function nodeAlone(t: Test): Promise<Server> {
  const code = `
    const server = require('node:http').createServer((_, response) => response.end('here'))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return { port: Number(port), pid: child.pid as number }
}

/** Hundredths of a second that a server takes for requests without a token, with so many bytes before each. */
async function cost({ port, pid }: Server, bytes: number): Promise<number> {
  const head = 'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'
  const text = '\r\n'.repeat(bytes / 2) + head
  const sockets = await openMany(port, CONNECTIONS)
  const before = usedBy(pid)
  await Promise.all(
    sockets.map(async (socket) => {
      for (let left = REQUESTS; left > 0; left--) {
        socket.write(text)
        await once(socket, 'data')
      }
      socket.destroy()
    }),
  )
  return usedBy(pid) - before
}
