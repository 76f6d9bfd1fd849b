import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { benchServe } from '../../scripts/bench/serve/bench-serve.js'
import { load } from '../../scripts/bench/serve/client.js'
import { createRequest } from '../../scripts/bench/serve/requests.js'
import { ServerProcess } from '../../scripts/bench/serve/server-process.js'
import { listen } from '../../scripts/bench/serve/servers/listen.js'
import { type MeasuredServer, PEERS, SERVERS } from '../../scripts/bench/serve/servers.js'
import { install } from '../../scripts/bench/shared/packages.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'
import { fails, installs, npm } from './npm.js'

const NAMES = Object.keys(SERVERS) as MeasuredServer[]

/** Code of packages that do the least that the servers need of them. */
const CODES = {
  fastify: `module.exports = require(${JSON.stringify(path.join(ROOT, 'node_modules/fastify'))})`,
  'fastify-openapi-glue': `
    module.exports = async (app, { securityHandlers, operationResolver }) => {
      app.addHook('onRequest', async (request, reply) => {
        try {
          securityHandlers.bearerAuth(request)
        } catch {
          return reply.code(401).send({})
        }
      })
      app.post('/plants', operationResolver())
    }`,
  express: `
    const http = require('node:http')
    module.exports = () => {
      const steps = []
      let create
      const serve = async (request, response) => {
        request.body = JSON.parse(Buffer.concat(await request.toArray()))
        const answer = {
          status: (code) => Object.assign(response, { statusCode: code }) && answer,
          json(body) {
            const text = JSON.stringify(body)
            response.setHeader('content-length', Buffer.byteLength(text)).end(text)
          },
        }
        try {
          await steps[1](request)
          create(request, answer)
        } catch (error) {
          steps[2](error, request, answer)
        }
      }
      return {
        use: (step) => steps.push(step),
        post: (_path, handler) => (create = handler),
        listen: (port, host) => http.createServer(serve).listen(port, host),
      }
    }
    module.exports.json = () => {}`,
  'express-openapi-validator': `
    exports.middleware = ({ validateSecurity }) => async (request) => {
      if (await validateSecurity.handlers.bearerAuth(request)) return
      throw Object.assign(new Error('unauthorized'), { status: 401 })
    }`,
}

const peers = installs(CODES)

/** Runs the benchmark for a moment. */
async function bench(t: Test, script: string, names: readonly MeasuredServer[]) {
  const cache = npm(t, script)
  const course = { names, cache, connections: 2, warmUp: 0.05, seconds: 0.1 }
  const { out } = await runCommand(t, async () => {
    await benchServe({ runs: 1, ignore: [] }, course)
    return 0
  })
  return out
}

t.test('servers are measured side by side', async (t) => {
  const [, title, head, ...rows] = await bench(t, peers, NAMES)
  t.equal(title, 'POST /plants, 1 rounds: median (min-max)')
  t.match(head, /^server +µs per request +ratio +requests\/s +p50 ms +p99 ms +MB +blocked ms$/)
  const figures = ' +[\\d.]+ \\([\\d.]+-[\\d.]+\\) +[\\d.]+ +\\d+ +[\\d.]+ +[\\d.]+ +\\d+ +\\d+$'
  t.equal(rows.length, NAMES.length)
  for (const [at, name] of NAMES.entries())
    t.match(rows[at], new RegExp(`^${name.replace(/[()]/g, '\\$&')}${figures}`))
})

const PLANT = { id: 1, name: 'Fern', tag: 'shade' }
const [HEAD] = createRequest(80)().toString().split('\r\n\r\n') as [string]
const AUTHORIZATION = /Authorization: (.*)/.exec(HEAD)?.[1] as string

/** Requests that follow each other, with the status of the response where a server checks for it. */
const REQUESTS: [body: string, status: number, headers?: Record<string, string>][] = [
  [JSON.stringify(PLANT), 200],
  [JSON.stringify(PLANT), 200],
  [JSON.stringify({ ...PLANT, tag: undefined }), 409],
  [JSON.stringify({ id: 2, name: 'Moss' }), 200],
  [JSON.stringify(PLANT), 401, { authorization: 'Bearer another-token' }],
]

const REFUSED: typeof REQUESTS = [
  ['{"id":1,"id":1,"name":"Fern"}', 500],
  ['{"id":1}', 400],
  ['{}', 415, { 'content-type': 'text/plain' }],
]

for (const name of NAMES) {
  t.test(`${name} does what the others do`, async (t) => {
    const cache = npm(t, peers)
    await mkdir(cache, { recursive: true })
    await install(cache, PEERS)
    const server = await ServerProcess.start(name, cache)
    t.teardown(() => server.stop())
    const rows = name.includes('same checks') ? [...REQUESTS, ...REFUSED] : REQUESTS
    for (const [body, status, headers] of rows) {
      const own = { authorization: AUTHORIZATION, 'content-type': 'application/json', ...headers }
      const url = `http://127.0.0.1:${server.port}/plants`
      const response = await fetch(url, { method: 'POST', body, headers: own })
      t.equal(response.status, status, body)
      await response.arrayBuffer()
    }
  })
}

t.test('a server that cannot be started is reported', async (t) => {
  const out = await bench(t, fails, ['no such server' as MeasuredServer, 'fastify-openapi-glue'])
  t.match(out[0], /^skipped the other servers: .*cannot be installed/)
  t.match(out.at(-1), /^no such server +exit code 1: TypeError: .* is not a function$/)
})

/** A server that answers each piece of data with the next of these texts. */
async function answers(t: Test, ...texts: string[]) {
  const server = createServer((socket) => {
    socket.on('data', () => {
      for (const [at, text] of texts.splice(0).entries()) {
        if (text === '') socket.destroy()
        else setTimeout(() => socket.write(text), 20 * (at + 1))
      }
    })
  })
  t.teardown(() => server.close())
  const next = () => Buffer.from('GET / HTTP/1.1\r\n\r\n')
  return { port: await listen(server as never), connections: 1, seconds: 0.01, next }
}

t.test('the client waits for whole responses', async (t) => {
  const parts = ['HTTP/1.1 200 OK\r\nContent-', 'Length: 2\r\n\r\n', '{}']
  t.match(await load(await answers(t, ...parts)), { requests: 1 })
  const chunked = ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}', '\r\n0\r\n\r\n']
  t.match(await load(await answers(t, ...chunked)), { requests: 1 })
})

t.test('a response that is not 200, or none, is an error', async (t) => {
  await t.rejects(load(await answers(t, 'HTTP/1.1 401 Unauthorized\r\n\r\n')), {
    message: /^HTTP\/1\.1 401/,
  })
  await t.rejects(load(await answers(t, '')), { message: 'the server has left' })
})
