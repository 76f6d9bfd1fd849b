import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { errors } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { type Serving, serveContract } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'
import { contractAt } from '../keeping.js'

const contract = await contractAt('streams.yaml')
const BYTES = 'application/octet-stream'

type Upload = (request: { body: Readable; contentType?: string; signal: AbortSignal }) => unknown

/** Serves uploads with one handler. */
function serving(t: Test, handler: Upload, more: Serving = {}) {
  const handlers = { upload: handler, optionalUpload: handler, text: handler }
  return serveContract(t, contract, { ...more, handlers })
}

const echo = ({ body, contentType = 'none' }: { body?: Readable; contentType?: string }) => ({
  status: 200,
  body: body ?? Buffer.from(`nothing of ${contentType}`),
})

t.test('a handler gets bytes unchanged, with the media type that the client sends', async (t) => {
  const app = await serving(t, async ({ body, contentType }) => {
    return {
      status: 200,
      body: Buffer.concat([Buffer.from(`${contentType} `), await buffer(body)]),
    }
  })
  const sent: [type: string | undefined, answer: string][] = [
    [undefined, `${BYTES} \0é`],
    [BYTES, `${BYTES} \0é`],
    ['image/PNG;a=b', 'image/png \0é'],
    ['image/svg+xml', 'image/svg+xml \0é'],
    ['application/json', 'application/json \0é'],
  ]
  for (const [type, answer] of sent) {
    const headers = type === undefined ? {} : { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/binary', headers, payload: '\0é' })
    t.equal(response.body, answer)
  }
})

t.test('an empty body is a stream if a body is required, else none', async (t) => {
  const app = await serving(t, echo)
  const headers = { 'content-type': BYTES }
  const port = await listen(app)
  for (const [method, answer] of Object.entries({ POST: '', PUT: 'nothing of none' })) {
    for (const body of ['', Readable.from([])]) {
      const url = `http://127.0.0.1:${port}/binary`
      const response = await fetch(url, { method, headers, body: body as never, duplex: 'half' })
      t.equal(await response.text(), answer)
    }
  }
  const some = { method: 'PUT' as const, url: '/binary', headers }
  t.equal((await app.inject({ ...some, payload: Readable.from(['a', 'b']) })).body, 'ab')
  t.equal((await app.inject({ ...some, payload: Readable.from([]) })).body, 'nothing of none')
  refused(t, await app.inject({ ...some, method: 'POST', headers: {} }), errors.missingBody)
})

t.test('a body larger than the limit is refused, by its length and while it is read', async (t) => {
  let handled = 0
  const server = { bodyLimit: 10 }
  const app = await serving(
    t,
    async ({ body }) => ({ status: 200, body: await buffer(body), n: handled++ }),
    { server },
  )
  const headers = { 'content-type': BYTES }
  const large = { method: 'POST' as const, url: '/binary', headers }
  refused(t, await app.inject({ ...large, payload: 'a'.repeat(11) }), errors.bodyTooLarge)
  t.equal(handled, 0)
  for (const chunks of [['a'.repeat(11)], Array(11).fill('a')])
    refused(t, await app.inject({ ...large, payload: Readable.from(chunks) }), errors.bodyTooLarge)
  t.equal(
    (await app.inject({ ...large, payload: Readable.from(['a'.repeat(10)]) })).statusCode,
    200,
  )
})

t.test('a connection continues after a body that is not read', async (t) => {
  const bodies: (Readable | undefined)[] = []
  const leave: Record<string, Upload> = {
    untouched: ({ body }) => ({ status: 200, body: Buffer.from('a'), kept: bodies.push(body) }),
    destroyed: ({ body }) => ({ status: 200, body: Buffer.from('a'), kept: body?.destroy() }),
  }
  for (const [name, handler] of Object.entries(leave)) {
    const app = await serving(t, handler)
    const { ask, socket, until, closed } = await dial(t, app)
    const size = 300_000
    ask(`POST /binary (content-type: ${BYTES}; content-length: ${size})`)
    await until('\r\n\r\na')
    socket.write(Buffer.alloc(size))
    ask('PUT /binary (connection: close)')
    t.equal((await closed).match(/HTTP\/1.1 200/g)?.length, 2, name)
  }
  t.ok(bodies.every((body) => body?.destroyed ?? true))
})

t.test('the reader of a body sees that the client left', async (t) => {
  const { logger, faults } = recordLog()
  const begun = gate()
  const noticed = new Promise<{ error: NodeJS.ErrnoException; aborted: boolean }>((resolve) => {
    void serving(
      t,
      async ({ body, signal }) => {
        const aborted = once(signal, 'abort')
        begun.open()
        const error = await buffer(body).catch((error) => error)
        await aborted
        resolve({ error, aborted: signal.aborted })
        throw error
      },
      { server: { logger } },
    ).then(async (app) => {
      const { ask, socket } = await dial(t, app)
      ask(`POST /binary (content-type: ${BYTES}; content-length: 9) abc`)
      await begun.passed
      socket.destroy()
    })
  })
  const { error, aborted } = await noticed
  t.equal(error.code, 'ECONNRESET')
  t.ok(aborted)
  await delay(20)
  t.same(faults(), [], 'it is no fault of the server')
})

t.test('what a slow handler has not taken yet stays with the client', async (t) => {
  const size = 50 * 2 ** 20
  let [got, chunks, most] = [0, 0, 0]
  let here: Socket | undefined
  const handler: Upload = async ({ body }) => {
    for await (const chunk of body) {
      got += chunk.length
      most = Math.max(most, (here as Socket).bytesRead - got)
      if (++chunks % 10 === 0) await delay(1)
    }
    return { status: 200, body: Buffer.from(String(got)) }
  }
  const app = await serving(t, handler, { server: { bodyLimit: size } })
  app.server.once('connection', (socket) => (here = socket))
  const port = await listen(app)
  const headers = { 'content-type': BYTES }
  const client = request({ port, method: 'POST', path: '/binary', headers })
  const chunk = Buffer.alloc(65_536)
  for (let sent = 0; sent < size; sent += chunk.length)
    if (!client.write(chunk)) await once(client, 'drain')
  client.end()
  const [response] = await once(client, 'response')
  t.equal(String(await buffer(response)), String(size))
  t.ok(most < 2 ** 20, `${most} bytes`)
})
