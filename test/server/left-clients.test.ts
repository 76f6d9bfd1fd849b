import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { dial } from '../helpers/wire.js'
import { heldStore } from '../store/changed-store.js'
import { rawCreate, testApp } from './helpers.js'

/** Number of requests that a client sends before it leaves. */
const COUNT = 20

t.test('a client that leaves before its pipelined requests end is not logged', async (t) => {
  const { store, begun, release } = heldStore(COUNT)
  const { app, listen, lines } = await testApp(t, { logLevel: 'info' }, store)
  const port = await listen()
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const { socket } = await dial(t, port)
  const all = Array.from({ length: COUNT }, (_, id) => rawCreate(`{"id":${id},"name":"fern"}`))
  socket.write(all.flat().join(''))
  const [here] = await accepted
  await begun
  const closed = once(here, 'close')
  socket.destroy()
  await closed
  release()
  await turn()
  await app.close()
  t.notMatch(JSON.stringify(lines()), '"msg":"request')
})
