import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Failure } from './failure.js'
import { callOf } from './messages.js'
import type { Answer, Call, Points } from './points.js'

/** The most of a body that is thrown away before a refusal, and for how many milliseconds. */
const DRAINED = { bytes: 4_000_000, time: 3_000 }

/** Goes through the steps; the answer to whatever comes of it. */
async function answerTo(p: Points, call: Call): Promise<Answer> {
  try {
    for (const step of p.steps) await p[step](call)
    return call.answer
  } catch (thrown) {
    return p.errorAnswer(p.failureOf(thrown), call)
  }
}

async function respond(p: Points, request: IncomingMessage, response: ServerResponse) {
  const call = callOf(request)
  const answer = await answerTo(p, call)
  if (!request.complete) await drain(request)
  p.write(p.encode(answer, call), response, call)
}

/** A client that is still sending may not look at the answer, and loses it when the connection ends. */
async function drain(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > DRAINED.bytes) return
  let size = 0
  const isTooMuch = new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > DRAINED.bytes) resolve()
    })
  })
  const ends = new Promise((resolve) => request.once('close', resolve).once('end', resolve))
  await Promise.race([ends, isTooMuch, setTimeout(DRAINED.time, undefined, { ref: false })])
}

const PARSER: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function refuseUnparsed(p: Points, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const failure = new Failure(PARSER[error.code ?? ''] ?? 400, 'The message is malformed.')
  const { status, headers, parts } = p.encode(p.errorAnswer(failure, undefined), undefined)
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const lines = Object.entries({ ...headers, 'Content-Length': body.length, Connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Refused\r\n${head}\r\n`), body]))
}

/** A server of these parts that does not listen yet. */
export function serverOf(p: Points): Server {
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 500,
  })
  server.on('request', (request, response) => {
    respond(p, request, response).catch((error) => response.destroy(error))
  })
  server.on('checkExpectation', (request, response) => {
    const failure = new Failure(417, 'The expectation is not known.')
    p.write(p.encode(p.errorAnswer(failure, undefined), undefined), response, callOf(request))
  })
  server.on('clientError', (error, socket) => refuseUnparsed(p, error, socket as Socket))
  return server
}

export async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
