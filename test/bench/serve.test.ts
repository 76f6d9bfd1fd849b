import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { benchServe } from '../../scripts/bench/serve/bench-serve.js'
import { load } from '../../scripts/bench/serve/client.js'
import { buildGoServer } from '../../scripts/bench/serve/go/build.js'
import { GoProcess } from '../../scripts/bench/serve/go/go-process.js'
import { ServerProcess } from '../../scripts/bench/serve/server-process.js'
import { listen } from '../../scripts/bench/serve/servers/listen.js'
import {
  GO_SERVER,
  type MeasuredServer,
  type NodeServer,
  PEERS,
  SERVERS,
} from '../../scripts/bench/serve/servers.js'
import { install } from '../../scripts/bench/shared/packages.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'
import { compiles, go } from './go.js'
import { fails, installs, npm } from './npm.js'
import { checkAnswers, REQUESTS } from './plant-requests.js'

const NAMES = Object.keys(SERVERS) as NodeServer[]

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
async function bench(
  t: Test,
  script: string,
  names: readonly MeasuredServer[],
  svg?: (cache: string) => string,
) {
  const cache = npm(t, script)
  const course = { names, cache, connections: 2, warmUp: 0.05, seconds: 0.1 }
  const { out } = await runCommand(t, async () => {
    await benchServe({ runs: 1, ignore: [], svg: svg?.(cache) }, course)
    return 0
  })
  return { out, cache }
}

t.test('servers are measured side by side', async (t) => {
  go(t, compiles())
  const { out, cache } = await bench(t, peers, [...NAMES, GO_SERVER])
  const [, caption = '', , head, rule, ...rows] = out
  const date = new Date().toISOString().slice(0, 10)
  t.equal(
    caption,
    `Measured on ${date} with Node ${process.versions.node}: \`POST /plants\` over 2 connections, 1 round of 0.1 s, median (min-max).`,
  )
  t.match(
    head,
    /^\| server +\| µs per request +\| ratio +\| requests\/s +\| p50 ms +\| p99 ms +\| MB +\| blocked ms +\|$/,
  )
  t.match(rule, /^\| --- +(\| ---: +){7}\|$/)
  const figures =
    ' +\\| [\\d.]+ \\([\\d.]+-[\\d.]+\\) +\\| [\\d.]+ +\\| \\d+ +\\| [\\d.]+ +\\| [\\d.]+ +\\| '
  for (const [at, name] of NAMES.entries()) {
    t.match(rows[at], new RegExp(`^\\| ${name}${figures}\\d+ +\\| \\d+ +\\|$`))
  }
  const [inGo, blank, noise, plot] = rows.slice(NAMES.length)
  t.match(inGo, new RegExp(`^\\| ${GO_SERVER}${figures}- +\\| - +\\|$`), 'not all is known of it')
  t.equal(blank, '')
  t.match(noise, /^(Warning: t|T)he machine was (noisy|quiet): other programs took .* cores?\./)
  t.match(plot, /^Plot: .*serve\.svg$/)
  const svg = readFileSync(path.join(cache, 'serve.svg'), 'utf8')
  for (const name of [...NAMES, GO_SERVER]) t.match(svg, `>${name}</text>`)
  t.match(svg, caption.replaceAll('`', ''))
})

t.test('what cannot be had is skipped with its reason', async (t) => {
  go(t, "console.error('go: downloading a\\ngo: no network')\nprocess.exit(1)")
  const names = [GO_SERVER, 'fastify-openapi-glue'] as const
  const { out } = await bench(t, fails, names)
  t.match(out, [
    /^skipped the other servers: .*cannot be installed/,
    'skipped oapi-codegen, Go: go tool: exit code 1: go: no network',
  ])
  t.match(out.at(-2), /^\| --- /)
  process.env.PATH = ''
  const { out: without } = await bench(t, fails, names)
  t.match(without[1], /^skipped oapi-codegen, Go: there is no Go on the PATH; install it/)
})

t.test('the plot goes into the file of --svg', async (t) => {
  const { out, cache } = await bench(t, peers, ['node:http'], (cache) => `${cache}.svg`)
  t.equal(out.at(-1), `Plot: ${path.relative('.', `${cache}.svg`)}`)
  t.match(readFileSync(`${cache}.svg`, 'utf8'), /^<svg /)
})

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
    await checkAnswers(t, server.port, rows)
  })
}

t.test('a server that cannot be started is reported', async (t) => {
  const { out } = await bench(t, peers, ['no such server' as MeasuredServer])
  t.match(
    out.at(-2),
    /^\| no such server +\| exit code 1: TypeError: .* is not a function +(\| +){6}\|$/,
  )
})

t.test('a server in Go that ends is reported', async (t) => {
  const ends = 'console.error(1); process.exit(1)'
  const dies = 'console.log(\'{"port":1}\'); process.exit(1)'
  for (const [code, reason] of [
    [ends, 'the server of oapi-codegen has ended'],
    [dies, /connect ECONNREFUSED/],
  ] as const) {
    go(t, compiles(code))
    const { out } = await bench(t, peers, [GO_SERVER])
    t.match(out.at(-2)?.split(' | ')[1], reason)
  }
})

t.test('a server in Go that has ended has no usage', async (t) => {
  t.capture(console, 'error')
  go(t, compiles('console.log(\'{"port":1}\')\nprocess.stdin.destroy()'))
  const server = await GoProcess.start(await buildGoServer(t.testdir({})))
  await t.rejects(server.usage(), { message: /has ended$/ })
  await server.stop()
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
