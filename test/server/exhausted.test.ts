import t from 'tap'
import { dial } from '../helpers/wire.js'
import { launch } from './process.js'
import { preload } from './workers/helpers.js'

/** With the signal the server takes all file descriptors that are left. */
const EXHAUST = preload(`
  import { openSync } from 'node:fs'
  process.once('SIGUSR2', () => {
    try { for (;;) openSync('/dev/null', 'r') } catch { console.log('exhausted') }
  })`)

t.test('the first request is answered although no file can be opened', async (t) => {
  const env = { STORE_URL: 'memory:', MAX_FAILED_TOKENS: '10' }
  const server = await launch(t, env, t.testdir(), EXHAUST)
  const { socket, until } = await dial(t, server.port)
  server.child.kill('SIGUSR2')
  await server.logged('exhausted')
  const ask = (line: string, body = '', token = server.token) =>
    socket.write(
      `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  const table: [line: string, body: string, answer: string, token?: string][] = [
    ['POST /plants', '{"id":"1","name":1}', 'body/name must be string; body/id must be int64.'],
    ['POST /plants', '{"id":9007199254740993,"name":"fern"}', '{"name":"fern"}'],
    ['POST /plants', '{}', '"error":40101', 'wrong-but-long-enough-to-be-one'],
    ['POST /openapi.json', '', '"error":40500'],
    ['GET /nowhere', '', '"error":40400'],
    ['GET /openapi.json', '', '"openapi"'],
    ['POST /plants', '{', '"error":40001'],
  ]
  for (const [line, body, answer, token] of table) {
    ask(line, body, token)
    t.match(await until(answer), answer, line)
  }
})
