import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Requests for a server on this machine. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The bytes of the next request. */
  readonly next: () => Buffer
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds from a request to its response, sorted. */
  readonly times: Float64Array
}

/**
 * Sends requests over each connection, the next one when the last one is answered, until the time is up.
 * A client of our own, since it has to take less time than the fastest server that it measures.
 *
 * @throws {Error} for a response that is not 200.
 */
export async function load({ port, connections, seconds, next }: Load): Promise<LoadResult> {
  const started = performance.now()
  const end = started + seconds * 1000
  const times: number[] = []
  const sockets = Array.from({ length: connections }, () =>
    createConnection(port, '127.0.0.1').setNoDelay(true),
  )
  let isOver = false
  // A client that sleeps is woken by the server's process, which takes as long as the rest of a request:
  // the slower the server, the more often.
  const stayAwake = () => void (isOver || setImmediate(stayAwake))
  stayAwake()
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, 'connect')
        await exchange(socket, next, end, times)
      }),
    )
  } finally {
    isOver = true
    for (const socket of sockets) socket.destroy()
  }
  const taken = (performance.now() - started) / 1000
  return { requests: times.length, seconds: taken, times: Float64Array.from(times).sort() }
}

function exchange(socket: Socket, next: () => Buffer, end: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let missing: Buffer[] = []
    const send = () => {
      sent = performance.now()
      socket.write(next())
    }
    socket.on('error', reject).on('close', () => reject(new Error('the server has left')))
    socket.on('data', (chunk: Buffer) => {
      const bytes = missing.length === 0 ? chunk : Buffer.concat([...missing, chunk])
      const isWhole = isResponse(bytes)
      if (isWhole === undefined) return reject(new Error(bytes.toString('latin1').slice(0, 500)))
      missing = isWhole ? [] : [bytes]
      if (!isWhole) return
      const now = performance.now()
      times.push(now - sent)
      if (now < end) send()
      else resolve()
    })
    send()
  })
}

const STATUS = Buffer.from('HTTP/1.1 200')

/** True if the bytes are a whole response; `undefined` for one that is not 200. */
function isResponse(bytes: Buffer): boolean | undefined {
  if (bytes.compare(STATUS, 0, STATUS.length, 0, STATUS.length) !== 0) return undefined
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return false
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head + 2)) ?? []
  if (length === undefined) return bytes.indexOf('\r\n0\r\n\r\n', head) >= 0
  return bytes.length >= head + 4 + Number(length)
}
