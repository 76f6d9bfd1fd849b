import fastify from 'fastify'
import t from 'tap'
import { bearer, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { dial, listen, type Wire } from '../helpers/wire.js'

const app = fastify({ bodyLimit: 1000 })
t.teardown(() => app.close())
const bodies: number[] = []
app.addHook(
  'preParsing',
  async (request) => void bodies.push(Number(request.headers['content-length'])),
)
await app.register(plantStore, { store: memory(), security: { bearerAuth: bearer(['a-token']) } })
const port = await listen(app)

/** The head of a request, and whatever follows it. */
function request(fields: string[], body = ''): string {
  const head = ['POST /plants HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...fields]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

async function answered(wire: Wire, status: number, error: number): Promise<void> {
  const text = await wire.until('}')
  t.match(text, new RegExp(`^HTTP/1\\.1 ${status} `))
  t.match(JSON.parse(text.slice(text.indexOf('{'))), { error })
}

const GOOD = 'Authorization: Bearer a-token'
const BAD = 'Authorization: Bearer wrong'

t.test('without a credential the body is not read', async (t) => {
  const texts: [fields: string[], body: string][] = [
    [[BAD, 'Content-Length: 500'], ''],
    [[BAD, 'Content-Length: 500'], '{"id":'],
    [[BAD, 'Content-Length: 1000000000'], '{"id":'],
    [[BAD, 'Transfer-Encoding: chunked'], '6\r\n{"id":\r\n'],
    [['Content-Length: 500'], ''],
  ]
  for (const [fields, body] of texts) {
    const wire = await dial(t, port)
    wire.socket.write(request(fields, body))
    // The answer comes although most of the body never does.
    await answered(wire, 401, fields[0] === BAD ? 40101 : 40100)
    wire.socket.destroy()
  }
  t.same(bodies, [])
})

t.test('a body that is too large is refused at once', async (t) => {
  const texts: [fields: string[], body: string][] = [
    [[GOOD, 'Content-Length: 1001'], ''],
    [[GOOD, 'Content-Length: 10000000000'], ''],
    [[GOOD, 'Transfer-Encoding: chunked'], `3e9\r\n${'x'.repeat(1001)}`],
  ]
  for (const [fields, body] of texts) {
    const wire = await dial(t, port)
    wire.socket.write(request(fields, body))
    // The answer comes although the rest of the body never does.
    await answered(wire, 413, 41300)
    wire.socket.destroy()
  }
})
