import { once } from 'node:events'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import { gate } from '../helpers/gate.js'
import { dial } from '../helpers/wire.js'
import { rawCreate } from './helpers.js'
import { launch } from './process.js'

/** A server that is in the middle of reading a request, and has been told to stop. */
async function stopping(t: Parameters<typeof launch>[0], env: NodeJS.ProcessEnv = {}) {
  const folder = t.testdir()
  const server = await launch(t, { LOG_LEVEL: 'debug', ...env }, folder)
  const [first, rest] = rawCreate('{"id":1,"name":"slow"}', server.token)
  const wire = await dial(t, server.port)
  wire.socket.write(first)
  await server.logged('incoming request')
  server.child.kill('SIGTERM')
  await server.logged('stopping')
  return { folder, server, wire, rest }
}

t.test('a request that is under way finishes', async (t) => {
  const { folder, server, wire, rest } = await stopping(t)
  const refused = dial(t, server.port).then(
    ({ closed }) => closed,
    () => '',
  )
  t.equal(await refused, '', 'there are no new connections')
  wire.socket.write(rest)
  const response = await wire.closed
  t.match(response, /^HTTP\/1\.1 200 OK\r\n/)
  t.match(response, /^connection: close\r$/im)
  t.match(response, /\r\n\r\n{"name":"slow"}$/)
  t.match(await server.exit, { code: 0, signal: null })
  const store = sqlite(`${folder}/data/plants.db`)
  t.match(await store.get(1n), { name: 'slow' }, 'it is stored')
  await store.close()
})

t.test('the server stops when the shell of npm start is gone', async (t) => {
  const env = { npm_lifecycle_event: 'start' }
  const server = await launch(t, env, t.testdir(), [], '"$0" "$@"; exit')
  server.child.kill('SIGTERM')
  await server.logged('stopping')
  const { stdout } = await server.exit
  t.match(stdout, /stopping.*SIGTERM|SIGTERM.*stopping/)
})

t.test('no connection with a request in progress is reset', async (t) => {
  const server = await launch(t, { STORE_URL: 'memory:' }, t.testdir())
  let [id, answered] = [0, 0]
  const enough = gate()
  const work = async (): Promise<string> => {
    const { socket } = await dial(t, server.port)
    socket.removeAllListeners('data')
    const lost = once(socket, 'close').then(() => 'lost')
    for (;;) {
      const response = once(socket, 'data')
      const [first, rest] = rawCreate(`{"id":${++id},"name":"fern"}`, server.token)
      socket.write(first + rest)
      const text = String(await Promise.race([response, lost]))
      if (!/^HTTP\/1\.1 200 /.test(text)) return text
      if (++answered === 200) enough.open()
      if (/^connection: close\r$/im.test(text)) return 'told'
    }
  }
  const clients = Array.from({ length: 16 }, work)
  await enough.passed
  server.child.kill('SIGTERM')
  t.strictSame(await Promise.all(clients), Array(16).fill('told'))
  t.match(await server.exit, { code: 0, signal: null })
})
