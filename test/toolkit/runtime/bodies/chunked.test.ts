import { IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { messageOf } from '../../../helpers/talk.js'
import { dial, listen } from '../../../helpers/wire.js'
import { contractAt } from '../keeping.js'

const contract = await contractAt('bodies.yaml')
const seen: unknown[] = []
const see = ({ body }: { readonly body?: unknown }) => {
  seen.push(body)
  return { status: 200, body: null }
}
const handlers = { required: see, optional: see, patch: see, none: see }
const port = await listen(await serveContract(t, contract, { handlers, server: { bodyLimit: 10 } }))

const PUT = 'PUT /optional (connection: close; transfer-encoding: chunked) '

const CASES: [what: string, body: string, status: number, seen: unknown[]][] = [
  ['an empty body', '0\r\n\r\n', 200, [undefined]],
  ['a body in two chunks', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n', 200, [{}]],
  ['a body that is too long', 'b\r\n[1,2,3,4,5]\r\n0\r\n\r\n', 413, []],
]

for (const [what, body, status, expected] of CASES) {
  t.test(`${what} that has no length and arrives in two pieces`, async (t) => {
    seen.length = 0
    const bytes = messageOf(PUT + body)
    const half = bytes.length - 5
    const { socket, closed } = await dial(t, port)
    socket.write(bytes.slice(0, half), () => setImmediate(() => socket.write(bytes.slice(half))))
    t.match(await closed, `HTTP/1.1 ${status} `)
    t.same(seen, expected)
  })
}

/** How streams are read: all that has arrived at once, or as newer versions of Node do. */
const READS: Record<string, (stream: IncomingMessage) => unknown> = {
  'at once': () => {},
  'chunk by chunk': (stream) => {
    stream.read = () => IncomingMessage.prototype.read.call(stream, 1)
  },
}

for (const [how, prepare] of Object.entries(READS)) {
  t.test(`a body that has arrived as a whole, read ${how}`, async (t) => {
    const app = fastify({ bodyLimit: 10 })
    t.teardown(() => app.close())
    app.addHook('onRequest', async ({ raw }) => prepare(raw))
    await app.register(serve(contract, { handlers, security: {} }))
    const port = await listen(app)
    for (const [, body, status, expected] of CASES) {
      seen.length = 0
      const { ask, closed } = await dial(t, port)
      ask(PUT + body)
      t.match(await closed, `HTTP/1.1 ${status} `)
      t.same(seen, expected)
    }
  })
}
