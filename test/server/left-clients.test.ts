import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { buildApp } from '../../src/server/app.js'
import { loggerOptions } from '../../src/server/logging.js'
import { memory } from '../../src/store/memory.js'
import type { PlantStore } from '../../src/store/store.js'
import { gate } from '../helpers/gate.js'
import { capture, linesOf, portOf, testConfig } from './helpers.js'
import { open, rawCreate } from './http.js'

/** Number of requests that a client sends before it leaves. */
const COUNT = 20

t.test(
  'a client that leaves before its pipelined requests are answered is in no line of the log',
  async (t) => {
    const begun = gate()
    const go = gate()
    const store = waiting(begun, go.passed)
    const output = capture()
    const config = testConfig({ logLevel: 'info' })
    const app = await buildApp({ config, store, logger: await loggerOptions(config, output) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const { socket } = await open(portOf(app))
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
    const lines = linesOf(output.text()).map(({ msg }) => msg)
    t.same(
      lines.filter((line) => /^request/.test(String(line))),
      [],
    )
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
