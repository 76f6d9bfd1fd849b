import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { IdleTimes } from '#toolkit/runtime/connections/idle-times.js'
import { until } from '../../../helpers/until.js'

const MIB = 2 ** 20

/** The server's and the client's side of a connection. */
async function connected(t: Test): Promise<{ here: Socket; client: Socket }> {
  const server = createServer()
  t.teardown(() => server.close())
  const accepted = once(server, 'connection')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [here] = (await accepted) as [Socket]
  t.teardown(() => {
    client.destroy()
    here.destroy()
  })
  return { here, client }
}

t.test('a connection without data times out, with Node’s own time or a later one', async (t) => {
  const { here } = await connected(t)
  here.setTimeout(20)
  new IdleTimes(10, 5).add(here)
  t.equal(here.timeout, 20)
  await once(here, 'timeout')
  t.equal(here.setTimeout(30), here)
  t.equal(here.timeout, 30)
  await once(here, 'timeout')
})

/** Times that a test moves: what looks at all connections is called when the test says so. */
function movedTimes(t: Test) {
  let now = 0
  let look = () => {}
  const start = (act: () => void) => {
    look = act
    return { unref() {} }
  }
  t.intercept(performance, 'now', { value: () => now })
  const { restore } = t.intercept(globalThis, 'setInterval', { value: start })
  const idleTimes = new IdleTimes(10, 5)
  const add = (socket: Socket) => {
    idleTimes.add(socket)
    restore()
  }
  const pass = (time: number) => {
    now += time
    look()
  }
  return { add, pass }
}

t.test('data in either direction begins the time anew', async (t) => {
  const { here, client } = await connected(t)
  here.resume()
  client.resume()
  let ended = 0
  here.on('timeout', () => ended++)
  const { add, pass } = movedTimes(t)
  add(here)
  here.setTimeout(200)
  pass(0)
  for (let count = 0; count < 8; count++) {
    const bytes = here.bytesRead + here.bytesWritten
    if (count % 2 === 0) here.write('a')
    else client.write('a')
    await until(() => here.bytesRead + here.bytesWritten > bytes)
    pass(150)
  }
  pass(199)
  t.equal(ended, 0)
  pass(1)
  t.equal(ended, 1)
})

t.test('a large write that its reader takes slowly is no idle time', async (t) => {
  const { here, client } = await connected(t)
  let ended = 0
  here.on('timeout', () => ended++)
  const { add, pass } = movedTimes(t)
  add(here)
  here.setTimeout(500)
  here.write(Buffer.alloc(100 * MIB))
  let length = 0
  for (let part = 1; part <= 6; part++) {
    pass(500)
    for await (const chunk of client.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > part * 10 * MIB) break
    }
  }
  t.equal(here.writableNeedDrain, true)
  t.equal(ended, 0)
  await until(() => {
    pass(500)
    return ended > 0
  })
})

t.test('a time of 0 ends it, and short times are Node’s', async (t) => {
  const { here } = await connected(t)
  const calls: string[] = []
  const listener = () => calls.push('removed')
  new IdleTimes(50, 5).add(here)
  here.setTimeout(60, listener)
  here.setTimeout(0, listener)
  await wait(100)
  here.setTimeout(10, () => calls.push('short'))
  await once(here, 'timeout')
  t.same(calls, ['short'])
  here.setTimeout(20)
  here.setTimeout(80, () => calls.push('long'))
  await once(here, 'timeout')
  t.same(calls, ['short', 'long'])
})

t.test('a Node that times out in another way keeps its timers', async (t) => {
  const { here } = await connected(t)
  const { setTimeout } = here
  new IdleTimes(10, 5).add(Object.assign(here, { _onTimeout: undefined }))
  t.equal(here.setTimeout, setTimeout)
})

t.test('nothing is looked at after the last connection', async (t) => {
  const begun: unknown[] = []
  const ended: unknown[] = []
  const { setInterval: start, clearInterval: end } = globalThis
  const restores = [
    t.intercept(globalThis, 'setInterval', {
      value: (act: () => void, time: number) => {
        const timer = start(act, time)
        begun.push(timer)
        return timer
      },
    }),
    t.intercept(globalThis, 'clearInterval', {
      value: (timer: NodeJS.Timeout) => {
        if (begun.includes(timer)) ended.push(timer)
        end(timer)
      },
    }),
  ]
  const idleTimes = new IdleTimes()
  const both = [await connected(t), await connected(t)]
  for (const { here } of both) idleTimes.add(here)
  for (const { here } of both) {
    t.same(ended, [])
    here.destroy()
    await once(here, 'close')
  }
  for (const { restore } of restores) restore()
  t.equal(begun.length, 1)
  t.same(ended, begun)
})
