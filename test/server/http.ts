/** A client that can do what well-behaved clients do not: half a request. */

import { connect, type Socket } from 'node:net'
import { token } from './helpers.js'

/** A request for `POST /plants` in raw form, its body in two parts. */
export function rawCreate(
  body: string,
  path = '/plants',
  as = token,
): [first: string, rest: string] {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${as}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return [`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`, body.slice(1)]
}

/** A connection, and everything that it receives until it is closed. */
export interface Wire {
  readonly socket: Socket
  readonly received: Promise<string>
}

/** Opens a connection to a port of this machine. */
export async function open(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1')
  const chunks: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  const received = new Promise<string>((resolve) => {
    // A reset is an end too, here.
    socket.on('error', () => {}).on('close', () => resolve(chunks.join('')))
  })
  await new Promise((resolve) => socket.on('connect', resolve).on('close', resolve))
  return { socket, received }
}
