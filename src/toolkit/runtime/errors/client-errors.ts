import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { linger } from '../connections/linger.js'
import { type ErrorBody, errors, statusOf } from './contract-error.js'

/** Node's parser errors that have a status of their own; the rest are 400. */
const ROWS: Readonly<Record<string, ErrorBody>> = {
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTimeout,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.bodyTooLarge,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
}

/** Responses that have to end before an error is answered. */
const waiting = new WeakSet<ServerResponse>()

/** For Fastify's option: answers what Node's HTTP parser refuses, and closes the connection. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: earlier }: BusySocket = socket
  if (earlier?.req.complete === true && socket.writable) {
    // The error is in a later request: earlier ones are answered first.
    if (!waiting.has(earlier)) earlier.once('finish', () => clientErrorHandler(error, socket))
    waiting.add(earlier)
    return
  }
  // The client is gone, or the same request has a response already.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy()
    return
  }
  const row = ROWS[error.code ?? ''] ?? errors.badRequest
  const body = JSON.stringify(row)
  const status = statusOf(row)
  const response = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ]
  socket.write(response.join('\r\n'))
  linger(socket)
}

/** Node's state of a connection: the response in progress, and the latest request. */
interface BusySocket extends Socket {
  readonly _httpMessage?: ServerResponse | null
  readonly parser?: { readonly incoming: IncomingMessage | null } | null
}

/** True if the malformed request has had a response, or a part of one, before it was complete. */
function isAnswered({ _httpMessage: response, parser }: BusySocket): boolean {
  return response ? response.headersSent : parser?.incoming?.complete === false
}
