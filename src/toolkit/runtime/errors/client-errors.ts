import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { unansweredOf } from '../connections/unanswered.js'
import { type ErrorBody, errors, statusOf } from './http-refusal.js'

/** Node's parser errors that have a status of their own; the rest are 400. */
const ROWS: Readonly<Record<string, ErrorBody>> = {
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTimeout,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.bodyTooLarge,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
}

/** Time for a client to read the answer and to end its side, in milliseconds. */
const PATIENCE = 5_000

/** Connections with an error: Node reports it again for whatever arrives behind it. */
const failed = new WeakSet<Socket>()

/**
 * For Fastify's option: answers what Node's HTTP parser refuses, and closes the connection. The
 * plugin `connections` has it wait for the responses to earlier requests.
 */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  const isTold = failed.has(socket) || !socket.writable
  failed.add(socket)
  if (!isTold && error.code !== 'ECONNRESET') inTurn(error, socket)
  else if (!socket.writable && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy()
}

function inTurn(error: NodeJS.ErrnoException, socket: Socket): void {
  const { latest, previous } = unansweredOf(socket) ?? {}
  const broken = latest?.req.complete === false ? latest : undefined
  const earlier = broken === undefined ? latest : previous
  if (earlier?.writableFinished === false) earlier.once('finish', () => inTurn(error, socket))
  // The malformed request has a response already, or a part of one.
  else hangUp(socket, broken?.headersSent ? '' : answerTo(error))
}

function answerTo({ code = '' }: NodeJS.ErrnoException): string {
  const row = ROWS[code] ?? errors.badRequest
  const body = JSON.stringify(row)
  const status = statusOf(row)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Ends a connection once its client has ended its side: to close it sooner may reset it. */
function hangUp(socket: Socket, text: string): void {
  if (!socket.writable) return
  const timer = setTimeout(() => socket.destroy(), PATIENCE)
  socket
    .once('close', () => clearTimeout(timer))
    .end(text)
    .resume()
}
