import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, errors, statusOf } from './table.js'

/** Node's parser errors that have a status of their own; the rest are 400. */
const ROWS: Readonly<Record<string, ErrorBody>> = {
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTimeout,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.bodyTooLarge,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
}

/**
 * For Fastify's option of this name: answers what Node's HTTP parser refuses, before any request
 * exists, with the Error body, and closes the connection.
 */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  const earlier = answerUnderWay(socket)
  if (earlier !== undefined) {
    // The fault is in a later request: the earlier one gets its answer, then the connection ends.
    earlier.once('finish', () => socket.end())
    return
  }
  // Nothing can be told to a client that is gone, or behind an earlier answer.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const row = ROWS[error.code ?? ''] ?? errors.badRequest
  const body = JSON.stringify(row)
  const status = statusOf(row)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The answer to a request that has arrived whole, while it is being made. */
function answerUnderWay(socket: Socket): ServerResponse | undefined {
  // Node keeps the response that a connection is busy with in this member.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return response?.req.complete === true && socket.writable ? response : undefined
}
