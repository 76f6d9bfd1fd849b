import fastify from 'fastify'
import t, { type Test } from 'tap'
import { bearer, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { dial, listen } from '../helpers/wire.js'

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

const BAD = 'Authorization: Bearer wrong'

/** The answer comes although most of the body, or all of it, never does. */
async function refusedEarly(t: Test, error: number, fields: string[], body = ''): Promise<void> {
  const wire = await dial(t, port)
  wire.socket.write(request(fields, body))
  const text = await wire.until('}')
  t.match(text, new RegExp(`^HTTP/1\\.1 ${Math.floor(error / 100)} `))
  t.match(JSON.parse(text.slice(text.indexOf('{'))), { error })
  wire.socket.destroy()
}

t.test('without a credential the body is not read', async (t) => {
  await refusedEarly(t, 40101, [BAD, 'Content-Length: 500'])
  await refusedEarly(t, 40101, [BAD, 'Content-Length: 500'], '{"id":')
  await refusedEarly(t, 40101, [BAD, 'Content-Length: 1000000000'], '{"id":')
  await refusedEarly(t, 40101, [BAD, 'Transfer-Encoding: chunked'], '6\r\n{"id":\r\n')
  await refusedEarly(t, 40100, ['Content-Length: 500'])
  t.same(bodies, [])
})
