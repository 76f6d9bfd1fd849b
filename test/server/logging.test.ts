import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import fastify from 'fastify'
import { serveErrors } from 'fastify-contract'
import t from 'tap'
import { isPretty, loggerOptions } from '../../src/server/logging.js'
import { prettyStream } from '../../src/server/pretty-log.js'
import { redact } from '../../src/server/redaction.js'
import { requestLines } from '../../src/server/request-lines.js'
import { rowsOf } from '../helpers/rows.js'
import { capture, linesOf } from './helpers.js'

const json = { logFormat: 'json', logLevel: 'info' } as const

/** An app of the server's log alone. */
async function app(config: Parameters<typeof loggerOptions>[0], isTTY = false) {
  const output = { ...capture(), isTTY }
  const lines = requestLines()
  const server = fastify({ logger: await loggerOptions(config, output), ...lines })
  server.get('/fine', async () => 'fine')
  server.get('/broken', async (request, reply) => {
    lines.logController?.requestCompleted(new Error('the socket broke'), request, reply)
  })
  server.get('/left', async (request, reply) => {
    const raw = Object.assign(Object.create(request.raw), { socket: { destroyed: true } })
    const left = Object.create(request, { raw: { value: raw } })
    lines.logController?.requestCompleted(new Error('the client has left'), left, reply)
  })
  return { server, output, lines: () => linesOf(output.text()) }
}

t.test('the format follows the configuration, then the terminal', async (t) => {
  const { write } = capture()
  t.equal(isPretty({ logFormat: 'pretty' }, { write }), true)
  t.equal(isPretty({ logFormat: 'json' }, { write, isTTY: true }), false)
  t.equal(isPretty({ logFormat: 'auto' }, { write, isTTY: true }), true)
  t.equal(isPretty({ logFormat: 'auto' }, { write }), false)
})

t.test('a request is one line, without its query and headers', async (t) => {
  const { server, lines } = await app(json)
  const headers = { 'x-key': 'hidden', cookie: 'hidden' }
  await server.inject({ url: '/fine?key=hidden', headers })
  const req = { method: 'GET', url: '/fine', remoteAddress: '127.0.0.1' }
  const ids = { level: 30, time: Number, pid: process.pid, reqId: 'req-1' }
  const end = { res: { statusCode: 200 }, responseTime: Number, msg: 'request completed' }
  t.match(lines(), [{ ...ids, req, ...end }])
  t.equal(lines().length, 1)
  t.notMatch(JSON.stringify(lines()), 'hidden')
})

t.test(`at level debug the beginning of a request is logged, too`, async (t) => {
  const { server, lines } = await app({ ...json, logLevel: 'debug' })
  await server.inject('/fine')
  const messages = lines().map(({ msg }) => msg)
  t.same(messages, ['incoming request', 'request completed'])
})

t.test('targets without a query, with a fragment, and long ones', async (t) => {
  const { server, lines } = await app(json)
  const targets = ['/fine', '/fine#x', '/fine;key=1', `/${'x'.repeat(600)}`]
  for (const url of targets) await server.inject(url)
  const urls = lines().map(({ req }) => (req as { url: string }).url)
  t.same(urls, ['/fine', '/fine', '/fine', `/${'x'.repeat(511)}`])
})

t.test('lines that would fill the memory, since nobody reads them, are dropped', async (t) => {
  const output = { ...capture(), writableLength: 0 }
  const { log } = fastify({ logger: await loggerOptions(json, output) })
  log.info('one')
  output.writableLength = 2 ** 24
  log.info('two')
  output.writableLength--
  log.info('three')
  t.match(linesOf(output.text()), [{ msg: 'one' }, { msg: 'three' }])
})

t.test('an answer that fails is an error, unless its client has left', async (t) => {
  const { server, lines } = await app({ ...json, logLevel: 'debug' })
  await server.inject('/broken')
  const err = { message: 'the socket broke' }
  t.match(lines()[1], { level: 50, msg: 'request errored', req: { url: '/broken' }, err })
  await server.inject('/left')
  const told = lines()
    .slice(-3)
    .map(({ level, msg }) => `${level} ${msg}`)
  t.same(told, ['20 incoming request', '20 request aborted', '30 request completed'])
})

t.test('an error is logged without members that contain input', async (t) => {
  const { server, lines } = await app(json)
  const cause = Object.assign(new TypeError('inner'), { rawPacket: 'hidden' })
  const error = Object.assign(new Error('outer', { cause }), { code: 'E_OUTER', body: 'hidden' })
  server.log.error(error)
  server.log.error({ err: 'text' })
  const circular = new Error('circular')
  circular.cause = circular
  Object.defineProperty(circular, 'stack', { value: undefined })
  server.log.error(circular)
  const [first, second, third] = lines()
  t.match(first?.err, {
    ...{ type: 'Error', message: 'outer', code: 'E_OUTER', stack: /at / },
    cause: { type: 'TypeError', message: 'inner' },
  })
  t.notMatch(JSON.stringify(first), 'hidden')
  t.same(second?.err, { type: 'string', message: 'text', stack: '' })
  t.equal(JSON.stringify(third).split('circular').length - 1, 7, 'causes are followed for a while')
})

t.test('a request is one line of a terminal', async (t) => {
  const { server, output } = await app({ ...json, logFormat: 'auto' }, true)
  await server.inject('/fine?key=hidden')
  const line = /^\[\d\d:\d\d:\d\d\] INFO: 200 [\d.]+ ms GET \/fine\n$/
  t.match(stripVTControlCharacters(output.text()), line)
  t.match(output.text(), '\u001b[32m200', 'in colour')
  t.notMatch(output.text(), 'hidden')
})

t.test('a refusal is in the line of its request, without colour in a file', async (t) => {
  const { server, output } = await app({ ...json, logFormat: 'pretty' })
  serveErrors(server)
  await server.inject('/nothing')
  t.match(output.text(), /^\[[\d:.]+\] INFO: 404 [\d.]+ ms GET \/nothing {2}Nothing is here\.\n$/)
})

t.test('a line shows what of a plant breaks the contract', async (t) => {
  const reason = "The request breaks the contract: body must have required property 'name'"
  const record = { level: 30, req: { method: 'POST', url: '/plants' }, responseTime: 3.6, reason }
  for (const [statusCode, color] of [
    [304, '32'],
    [400, '33'],
    [503, '31'],
  ] as const) {
    const output = Object.assign(capture(), { isTTY: true })
    prettyStream(output).write(JSON.stringify({ ...record, res: { statusCode } }))
    t.match(output.text(), `\u001b[${color}m${statusCode}`)
    t.match(output.text(), "3.6 ms POST /plants  body must have required property 'name'")
  }
})

t.test('what is no request has the lines of pino-pretty', async (t) => {
  const { server, output } = await app({ ...json, logFormat: 'pretty' })
  server.log.info({ a: 1 }, 'hello')
  t.match(output.text(), /^\[[\d:.]+\] INFO: hello \{"a":1\}\n$/)
  server.log.error({ err: new Error('broken') }, 'request failed')
  t.match(output.text(), /request failed[\s\S]*Error: broken\n\s+at /, 'a fault shows where it is')
  await server.inject('/broken')
  t.match(output.text(), /request errored[\s\S]*Error: the socket broke/)
})

const TOKEN = 'c2VjcmV0LXRva2VuLTEyMzQ_-~+/.=='

/** A text, and the text without its credentials, if it has any. */
const TEXTS = String.raw`
  {"authorization":"Bearer ${TOKEN}","a":1} | {"authorization":"[redacted]","a":1}
  {"Proxy-Authorization": "Basic a\"b"} | {"Proxy-Authorization": "[redacted]"}
  {"cookie":"a=b"} | {"cookie":"[redacted]"}
  {"set-cookie":["a=b","c=d"]} | {"set-cookie":"[redacted]"}
  {"msg":"got bearer ${TOKEN}!"} | {"msg":"got bearer [redacted]!"}
  {"url":"/plants?access_token=abc&x=1"} | {"url":"/plants?access_token=[redacted]&x=1"}
  postgres://user:pass@host/db | postgres://[redacted]@host/db
  cassandra://user:pass@h1:9042,h2/garden | cassandra://[redacted]@h1:9042,h2/garden
  http://127.0.0.1:3000/a@b
  A bearer token is required.
  {"level":30,"msg":"request completed"}
`

t.test('credentials are redacted, the rest stays', async (t) => {
  for (const [text = '', scrubbed = text] of rowsOf(TEXTS)) t.equal(redact(text), scrubbed)
})
