import fastify from 'fastify'
import { limitBodies, serve, serveErrors } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { dial, listen, type Wire } from '../../../helpers/wire.js'
import { contractAt } from '../keeping.js'

const contract = await contractAt('streams.yaml')
const SIZE = 100_000

/** A connection, and when the server knows that it has ended. */
interface Sent extends Wire {
  readonly left: Promise<void>
}

/** An app whose bodies may take three of these, with a handler that answers when it is told to. */
async function limited(t: Test, answer: Promise<void> = Promise.resolve()) {
  const app = fastify({ forceCloseConnections: true })
  t.teardown(() => app.close())
  serveErrors(app)
  limitBodies(app, 3 * SIZE)
  let begun = 0
  let tell = () => {}
  const optionalText = async ({ body }: { body: string }) => {
    begun++
    tell()
    await answer
    return { status: 200, body: `${body.length} characters` }
  }
  await app.register(serve(contract, { handlers: { optionalText }, security: {} }))
  const port = await listen(app)
  return {
    /** Sends so much of a body, and waits until it is there or refused. */
    async send(sent: number, length = SIZE): Promise<Sent> {
      const wire = await dial(t, port)
      let left = Promise.resolve()
      const here = new Promise<void>((resolve) => {
        app.server.once('request', ({ socket }) => {
          left = new Promise((gone) => socket.once('close', () => gone()))
          const look = () => {
            if (socket.bytesRead > sent || socket.destroyed) resolve()
            else setTimeout(look, 1)
          }
          look()
        })
      })
      wire.ask(
        `PUT /text (content-type: text/plain; content-length: ${length}) ${'x'.repeat(sent)}`,
      )
      await here
      return { ...wire, left }
    },
    async begun(count: number) {
      while (begun < count) {
        await new Promise<void>((resolve) => (tell = resolve))
      }
    },
  }
}

t.test('the body that has been arriving for the longest is refused to make room', async (t) => {
  const { send } = await limited(t)
  const slow = []
  for (let more = 0; more < 4; more++) slow.push(await send(SIZE - 1))
  const refused = await (slow[0] as Wire).until('}')
  t.match(refused, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n[\s\S]*\{"error":50300,/)
  t.notMatch(refused, /\r\nconnection: close\r\n/i, 'the rest is read and dropped')
  for (const { socket, until } of slow.slice(1)) {
    socket.write('x')
    t.match(await until('characters'), `${SIZE} characters`)
  }
})

t.test('there is always room for a small body', async (t) => {
  const { send } = await limited(t)
  for (let more = 0; more < 3; more++) await send(SIZE - 1)
  const small = await Promise.all([0, 1, 2].map(() => send(16_384, 16_384)))
  for (const { until } of small) t.match(await until('characters'), '16384 characters')
})

t.test('a body takes memory until its response has been sent', async (t) => {
  const finish = gate()
  const { send, begun } = await limited(t, finish.passed)
  const working = []
  for (let more = 0; more < 3; more++) working.push(await send(SIZE))
  await begun(3)
  t.match(await (await send(SIZE)).until('}'), /^HTTP\/1\.1 503 /)
  finish.open()
  for (const { until } of working) await until('characters')
  t.match(await (await send(SIZE)).until('characters'), '200 OK')
})

t.test('the body of a client that left takes no memory', async (t) => {
  const { send, begun } = await limited(t, new Promise(() => {}))
  const leave = async ({ socket, left }: Sent) => {
    socket.destroy()
    await left
  }
  for (let more = 1; more <= 6; more++) {
    const wire = await send(SIZE)
    await begun(more)
    await leave(wire)
  }
  for (let more = 0; more < 6; more++) await leave(await send(SIZE - 1))
  await send(SIZE)
  await t.resolves(begun(7), 'there is room for another one')
})
