import { readFileSync } from 'node:fs'
import t from 'tap'
import { dial } from '../helpers/wire.js'
import { rawCreate, testApp, token } from './helpers.js'

const committed = readFileSync(new URL(import.meta.resolve('plant-store/openapi.json')))

t.test('the document is the committed one, byte for byte, and needs no token', async (t) => {
  const { app } = await testApp(t, { basePath: '/v1' })
  t.same(app.swagger(), JSON.parse(committed.toString()))
  const response = await app.inject('/v1/openapi.json')
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.ok(response.rawPayload.equals(committed))
  t.equal((await app.inject('/openapi.json')).statusCode, 404)
  const head = await app.inject({ method: 'HEAD', url: '/v1/openapi.json' })
  t.match(head, { statusCode: 200, body: '', headers: { 'content-length': `${committed.length}` } })
  const other = await app.inject({ method: 'PUT', url: '/v1/openapi.json', payload: {} })
  t.match(other, { statusCode: 405, headers: { allow: 'GET, HEAD' } })
})

t.test('a token is in no line of the log', async (t) => {
  const { app, listen, log, lines } = await testApp(t)
  const wrong = 'another-token.0123456789'
  const requests = [token, wrong].flatMap((secret) => [
    { url: '/plants', headers: { authorization: `Bearer ${secret}` } },
    { url: '/plants', headers: { authorization: `bearer  ${secret}` } },
    { url: '/plants', headers: { authorization: `Basic ${secret}` } },
    { url: '/plants', headers: { authorization: secret } },
    { url: '/plants', headers: { cookie: `token=${secret}`, 'x-api-key': secret } },
    { url: `/plants?access_token=${secret}` },
    { url: `/plants?${secret}` },
    { url: `/nothing?key=${secret}` },
    { url: `/%zz?key=${secret}` },
    { url: `/plants#${secret}` },
  ])
  for (const request of requests) {
    await app.inject({ method: 'POST', payload: { id: 1, name: 'fern' }, ...request })
    await app.inject({ method: 'POST', payload: '{', ...request })
    await app.inject({ method: 'GET', ...request })
  }
  const port = await listen()
  const broken = `GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken header\r\n\r\n`
  for (const bytes of [broken, rawCreate('{"id":1,"name":"fern"}')[0]]) {
    const { socket, closed } = await dial(t, port)
    socket.write(bytes, () => socket.end())
    await closed
  }
  await app.close()
  t.match(log(), 'request completed')
  const aborted = lines().find(({ msg }) => msg === 'request aborted')
  t.match(aborted, { req: { method: 'POST', url: '/plants', remoteAddress: '127.0.0.1' } })
  for (const secret of [token, token.slice(0, 20), wrong]) t.notMatch(log(), secret)
})

t.test('a target that the router refuses has the line of every request', async (t) => {
  const asked = async (logFormat: 'json' | 'pretty') => {
    const { app, ...told } = await testApp(t, { logFormat, logLevel: 'info' })
    t.equal((await app.inject('/%zz?key=hidden')).statusCode, 400)
    return told
  }
  const json = await asked('json')
  const reason = 'The request is malformed.'
  const req = { method: 'GET', url: '/%zz' }
  const line = { msg: 'request completed', error: 40000, reason, req, res: { statusCode: 400 } }
  t.match(json.lines(), [line])
  t.equal(json.lines().length, 1)
  t.notMatch(json.log(), 'hidden')
  const pretty = await asked('pretty')
  t.match(pretty.log(), /^\[.{8}\] INFO: 400 0\.0 ms GET \/%zz {2}The request is malformed\.\n$/)
})
