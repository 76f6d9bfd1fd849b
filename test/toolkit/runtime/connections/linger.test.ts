import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { linger } from '#toolkit/runtime/connections/linger.js'

const LONG = 60_000

/** A connection of which one side lingers after a first word, and the other ends nothing by itself. */
async function lingering(t: Test, limits?: Parameters<typeof linger>[1]) {
  const server = createServer({ allowHalfOpen: true })
  t.teardown(() => server.close())
  const accepted = once(server, 'connection')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  t.teardown(() => client.destroy())
  const [here] = (await accepted) as [Socket]
  here.write('last word')
  linger(here, limits)
  return { here, client, closed: once(here, 'close') }
}

t.test('further data is discarded, and the client reads the response', async (t) => {
  const { client, closed } = await lingering(t, { silence: LONG, time: LONG, bytes: 1e9 })
  await new Promise((resolve) => client.write(Buffer.alloc(10_000_000), resolve))
  client.end()
  await closed
  t.equal(String((await once(client, 'data'))[0]), 'last word')
})

t.test('it ends when no data arrives', async (t) => {
  const { here, closed } = await lingering(t, { silence: 10, time: LONG, bytes: LONG })
  await closed
  t.ok(here.destroyed)
})

t.test('by default a second of silence, ten seconds, and 64 MiB', async (t) => {
  const times: unknown[] = []
  const { setTimeout: start } = globalThis
  const noting = (act: () => void, time: number) => {
    times.push([act.name, time])
    return start(act, LONG)
  }
  const restore = t.intercept(globalThis, 'setTimeout', { value: noting })
  const { here, client, closed } = await lingering(t)
  restore.restore()
  t.same(times.sort(), [
    ['close', 1_000],
    ['close', 10_000],
  ])
  const most = 64 * 2 ** 20
  const all = new Promise<void>((resolve) => {
    let length = 0
    here.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length === most) resolve()
    })
  })
  client.write(Buffer.alloc(most))
  await all
  t.equal(here.destroyed, false, 'so much may arrive')
  client.write('x')
  await closed
  t.ok(here.destroyed)
})

t.test('it ends after the total time', async (t) => {
  const { here, client, closed } = await lingering(t, { silence: LONG, time: 50, bytes: LONG })
  const drip = setInterval(() => client.write('x'), 5)
  await closed
  clearInterval(drip)
  t.ok(here.destroyed)
})

t.test('it ends after too much data', async (t) => {
  const { here, client, closed } = await lingering(t, { silence: LONG, time: LONG, bytes: 100 })
  const all = once(here, 'data')
  client.write('x'.repeat(100))
  await all
  t.equal(here.destroyed, false, 'so much may arrive')
  client.write('x')
  await closed
  t.ok(here.destroyed)
})

t.test('it starts once', async (t) => {
  const { here, closed } = await lingering(t, { silence: 10, time: LONG, bytes: LONG })
  linger(here)
  await closed
  linger(here)
  t.equal(here.listenerCount('data'), 1)
})
