import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
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
