import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { memory } from '../../src/store/memory.js'
import type { PlantStore } from '../../src/store/store.js'
import { gate } from '../helpers/gate.js'
import { dial } from '../helpers/wire.js'
import { rawCreate, testApp } from './helpers.js'

/** Number of requests that a client sends before it leaves. */
const COUNT = 20

t.test(
  'a client that leaves before its pipelined requests are answered is in no line of the log',
  async (t) => {
    const begun = gate()
    const go = gate()
    const store = waiting(begun, go.passed)
    const { app, listen, lines } = await testApp(t, { logLevel: 'info' }, store)
    const port = await listen()
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const { socket } = await dial(t, port)
    const all = Array.from({ length: COUNT }, (_, id) => rawCreate(`{"id":${id},"name":"fern"}`))
    socket.write(all.flat().join(''))
    const [here] = await accepted
    await begun.passed
    const closed = once(here, 'close')
    socket.destroy()
    await closed
    go.open()
    await turn()
    await app.close()
    t.notMatch(JSON.stringify(lines()), '"msg":"request')
  },
)

/** A store that keeps nothing before it may, and tells when all have asked. */
function waiting(begun: ReturnType<typeof gate>, go: Promise<unknown>): PlantStore {
  const store = memory()
  let asked = 0
  const create: PlantStore['create'] = async (_plant, options) => {
    asked++
    if (asked === COUNT) begun.open()
    await go
    options?.signal?.throwIfAborted()
    options?.abortState?.throwIfAborted()
    return 'created'
  }
  return Object.assign(store, { create })
}
