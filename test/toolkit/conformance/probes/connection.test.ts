import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { brokenMessages } from '#toolkit/conformance/probes/connection/broken-messages.js'
import { pipelining } from '#toolkit/conformance/probes/connection/pipelining.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { contractOf } from '../helpers/documents.js'
import { listen } from '../servers/kernel/listen.js'
import { CONTRACTS, runProbes } from '../servers/probe-server.js'

const BODY = '{"name":"fern"}'

function response(
  status: number,
  body = status === 200 ? BODY : '{"error":1,"message":"no"}',
): string {
  const lines = [
    `HTTP/1.1 ${status} A`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A server that answers the heads of requests, one after the other, without looking at their bodies. */
function socketServer(answer: (head: string, socket: Socket) => string | undefined): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        const length = Number(/content-length: (\d+)\r?$/im.exec(head)?.[1] ?? 0)
        if (text.length < end + 4 + length) return
        text = text.slice(end + 4 + length)
        const written = answer(head, socket)
        if (written !== undefined) socket.write(written)
        if (/connection: close/i.test(head)) socket.end()
      }
    })
  })
}

async function found(
  t: Test,
  probes: readonly Probe[],
  answer: (head: string, socket: Socket) => string | undefined,
  contract = CONTRACTS.plants,
) {
  const server = socketServer(answer)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const url = await listen(server)
  const result = await runProbes(t, probes, url, { contract, credentials: { bearerAuth: 'any' } })
  server.close()
  for (const socket of sockets) socket.destroy()
  return result
}

const isCreate = (head: string) => /^POST \/plants HTTP/.test(head)

t.test('broken messages that are accepted', async (t) => {
  const { told } = await found(t, [brokenMessages], (head) =>
    response(/^POST \/plants/.test(head) ? 200 : 404),
  )
  for (const what of [
    ...['a Content-Length with a sign', 'two Content-Lengths, the first one right'],
    ...['an unknown Transfer-Encoding', 'a chunk with a negative size', 'no Host'],
  ])
    t.ok(told.includes(`framing: ${what}`), what)
})

t.test('valid messages that are refused, and failures', async (t) => {
  const { told } = await found(t, [brokenMessages], (head) => {
    if (/expect: 100/i.test(head)) return response(417)
    if (/x-large/i.test(head)) return response(500)
    return response(isCreate(head) && /content-length: \d+\r?$/im.test(head) ? 200 : 400)
  })
  t.ok(told.includes('valid-accepted: Expect: 100-continue'))
  t.ok(told.includes('valid-accepted: a body in chunks'))
  t.ok(told.includes('no-server-error: a header of 64 kB'))
})

t.test('a server that ends at a message', async (t) => {
  let ended = false
  const { told } = await found(t, [brokenMessages], (head, socket) => {
    if (/content-length: \+/i.test(head)) ended = true
    if (ended) socket.destroy()
    return ended ? undefined : response(200)
  })
  t.same(told, ['response-present: a Content-Length with a sign'])
})

t.test('a server whose valid requests fail', async (t) => {
  const { told, notes } = await found(t, [brokenMessages, pipelining], () => response(400))
  t.same(told, [])
  t.same(notes, ['No valid request succeeded as bytes: broken messages were not tried.'])
})

t.test('requests of which none has a body', async (t) => {
  const contract = contractOf('GET /open | {200: null, default: null}')
  const url = await listen(createHttpServer((_, reply) => reply.end()).unref())
  const { told, kit } = await runProbes(t, [brokenMessages], url, { contract })
  t.same(told, [])
  t.ok(kit.coverage.requests > 30)
})

t.test('two requests at once', async (t) => {
  const run = (answer: (head: string, socket: Socket) => string | undefined) =>
    found(t, [pipelining], answer)
  const usual = (head: string) => response(isCreate(head) ? 200 : 404)
  t.same((await run(usual)).told, [])
  // The answer to the first request waits for the second.
  const swapped = await run((head) => {
    if (isCreate(head))
      return /connection: close/i.test(head) || /keep-alive/i.test(head) ? usual(head) : undefined
    return /connection: close/i.test(head) ? usual(head) + response(200) : usual(head)
  })
  t.match(swapped.told, ['pipelining: POST /plants and another request at once'])
  const once = await run((head, socket) => {
    if (isCreate(head) && !/keep-alive|close/i.test(head)) socket.end(usual(head))
    else return usual(head)
    return undefined
  })
  t.same(once.told, [])
  t.same(once.notes, ['A second request over a connection at once is not answered.'])
})
