import { createServer, type Server, type Socket } from 'node:net'
import t from 'tap'
import { brokenMessages } from '#toolkit/conformance/probes/connection/broken-messages.js'
import { pipelining } from '#toolkit/conformance/probes/connection/pipelining.js'
import { DOCUMENT } from './helpers/document.js'
import { runProbes } from './helpers/run-probe.js'

const BODY = '{"id":1,"name":"fern"}'

function response(status: number, body = status === 200 ? BODY : '{"failure":"no"}'): string {
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

/** Settings of a server on sockets, as the helper takes them. */
function on(answer: (head: string, socket: Socket) => string | undefined) {
  const server = socketServer(answer)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const closeAllConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(server, { closeAllConnections }) as never
}

const isCreate = (head: string) => /^POST \/things HTTP/.test(head)

t.test('broken messages that are accepted', async (t) => {
  const server = on((head) => response(/^(POST|GET) \/things/.test(head) ? 200 : 404))
  const { violations } = await runProbes(t, [brokenMessages], undefined, { server })
  for (const what of [
    'a Content-Length with a sign',
    'two Content-Lengths, the first one right',
    'an unknown Transfer-Encoding',
    'a chunk with a negative size',
    'no Host',
  ])
    t.ok(violations.includes(`framing: ${what} (POST /things)`), what)
})

t.test('valid messages that are refused, and failures', async (t) => {
  const server = on((head) => {
    if (/expect: 100/i.test(head)) return response(417)
    if (/x-large/i.test(head)) return response(500)
    return response(isCreate(head) && /content-length: \d+\r?$/im.test(head) ? 200 : 400)
  })
  const { violations } = await runProbes(t, [brokenMessages], undefined, { server })
  t.ok(violations.includes('valid-accepted: Expect: 100-continue (POST /things)'))
  t.ok(violations.includes('valid-accepted: a body in chunks (POST /things)'))
  t.ok(violations.includes('no-server-error: a header of 64 kB (POST /things)'))
})

t.test('a server that ends at a message', async (t) => {
  const server = on((head, socket) => {
    if (/content-length: \+/i.test(head)) ended = true
    if (ended) socket.destroy()
    return ended ? undefined : response(200)
  })
  let ended = false
  const { violations } = await runProbes(t, [brokenMessages], undefined, { server })
  t.same(violations, ['response-present: a Content-Length with a sign (POST /things)'])
})

t.test('a server whose valid requests fail', async (t) => {
  const server = on(() => response(400))
  const { violations, notes } = await runProbes(t, [brokenMessages, pipelining], undefined, {
    server,
  })
  t.same(violations, [])
  t.same(notes, ['No valid request succeeded as bytes: broken messages were not tried.'])
})

t.test('requests of which none has a body', async (t) => {
  const { '/open': open } = DOCUMENT.paths
  const document = { ...DOCUMENT, paths: { '/open': open } }
  const { violations, kit } = await runProbes(t, [brokenMessages], undefined, { document })
  t.same(violations, [])
  t.ok(kit.coverage.requests > 30)
})

t.test('two requests at once', async (t) => {
  const run = (answer: (head: string, socket: Socket) => string | undefined) =>
    runProbes(t, [pipelining], undefined, { server: on(answer) })
  const usual = (head: string) => response(isCreate(head) ? 200 : 404)
  t.same((await run(usual)).violations, [])
  // The answer to the first request waits for the second.
  const swapped = await run((head) => {
    if (isCreate(head))
      return /connection: close/i.test(head) || /keep-alive/i.test(head) ? usual(head) : undefined
    return /connection: close/i.test(head) ? usual(head) + response(200) : usual(head)
  })
  t.match(swapped.violations, ['pipelining: POST /things and another request at once'])
  const once = await run((head, socket) => {
    if (isCreate(head) && !/keep-alive|close/i.test(head)) socket.end(usual(head))
    else return usual(head)
    return undefined
  })
  t.same(once.violations, [])
  t.same(once.notes, ['A second request over a connection at once is not answered.'])
})
