/** A worker: connections that write a text and do not read, or hardly, until they are told to stop. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** The data of the worker. */
export interface Flood {
  readonly port: number
  readonly count: number
  readonly text: string
  /** True if a byte is read now and then. */
  readonly sips: boolean
}

const { port, count, text, sips } = workerData as Flood
const data = Buffer.from(text)

const sockets: Socket[] = []
for (let more = 0; more < count; more++) sockets.push(open())
const sipping = setInterval(() => sips && sockets.map((socket) => socket.read(1)), 1_000)

function open(): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  // Without a listener for what arrives it reads no more than its buffer holds.
  socket.on('error', () => {}).once('connect', () => socket.write(data))
  return socket.pause()
}

await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), over(socket)])))
parentPort?.postMessage('open')
parentPort?.once('message', () => {
  clearInterval(sipping)
  for (const socket of sockets) socket.destroy()
})

function over(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
