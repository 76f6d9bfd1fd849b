import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import process from 'node:process'
import { createPieces } from './requests.js'

/** Requests for a server on this machine, which are sent ahead on each connection. */
export interface PiecesLoad {
  readonly port: number
  readonly connections: number
  /** Requests that each connection sends at once. */
  readonly ahead: number
  readonly seconds: number
  /** The number of earlier loads of this server: each has ids of its own. */
  readonly turn: number
}

export interface PiecesResult {
  readonly requests: number
  readonly seconds: number
  /** Seconds of the processor that the client took. */
  readonly processor: number
}

/** Ids of one load. */
const RANGE = 10 ** 9

/**
 * Sends pieces of requests over each connection, the next one when the last one is answered, until the time
 * is up. It counts bytes instead of reading them, since it shares its processors with the servers.
 *
 * @throws {Error} for a response that is not 200, or not like the first one.
 */
export async function loadInPieces(load: PiecesLoad): Promise<PiecesResult> {
  const end = performance.now() + load.seconds * 1000
  const counts = Array.from({ length: load.connections }, (_, n) => connection(load, n, end))
  const before = { at: performance.now(), used: process.cpuUsage() }
  const requests = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  const { user, system } = process.cpuUsage(before.used)
  const seconds = (performance.now() - before.at) / 1000
  return { requests, seconds, processor: (user + system) / 1e6 }
}

async function connection(load: PiecesLoad, n: number, end: number): Promise<number> {
  const socket = createConnection(load.port, '127.0.0.1').setNoDelay(true)
  try {
    await once(socket, 'connect')
    const { ahead, connections: step } = load
    const start = load.turn * RANGE + n
    const length = await firstLength(socket, createPieces(1, start, step))
    const next = createPieces(ahead, start + step, step)
    return 1 + ahead * (await exchangePieces(socket, next, length * ahead, end))
  } finally {
    socket.destroy()
  }
}

async function firstLength(socket: Socket, next: () => Buffer): Promise<number> {
  socket.write(next())
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  if (!isFine(bytes)) throw unexpected(bytes)
  return bytes.length
}

function exchangePieces(
  socket: Socket,
  next: () => Buffer,
  length: number,
  end: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let [pieces, missing] = [0, length]
    socket.on('error', reject).on('close', () => reject(new Error('the server has left')))
    socket.on('data', (bytes: Buffer) => {
      const isExpected = missing < length || isFine(bytes)
      missing -= bytes.length
      if (!isExpected || missing < 0) return reject(unexpected(bytes))
      if (missing > 0) return
      pieces++
      missing = length
      if (performance.now() < end) socket.write(next())
      else resolve(pieces)
    })
    socket.write(next())
  })
}

const FINE = Buffer.from('HTTP/1.1 200')

function isFine(bytes: Buffer): boolean {
  return bytes.compare(FINE, 0, FINE.length, 0, FINE.length) === 0
}

function unexpected(bytes: Buffer): Error {
  return new Error(`not the response that was expected: ${bytes.toString('latin1').slice(0, 500)}`)
}
