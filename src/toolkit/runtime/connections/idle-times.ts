import type { Socket } from 'node:net'

/** Shortest time-out that is kept here, in milliseconds. Node keeps shorter ones. */
const LEAST = 10_000

/** Time between two looks at all connections, in milliseconds. */
const STEP = 1_000

/** A connection whose method Node calls when its time is up. */
interface TimedSocket extends Socket {
  timeout?: number
  _onTimeout(): void
}

interface IdleTime {
  /** In milliseconds; 0 for none. */
  limit: number
  /** Number of bytes at the last look; -1 if the time begins anew. */
  bytes: number
  /** Time of the last look that saw other bytes. */
  since: number
}

/**
 * Time-outs of idle connections, which end up to two steps late. Node sets two timers for each
 * request, and sets them back for whatever is read or written.
 */
export class IdleTimes {
  readonly #least: number
  readonly #step: number
  readonly #all = new Map<Socket, IdleTime>()
  #timer: NodeJS.Timeout | undefined

  constructor(least = LEAST, step = STEP) {
    this.#least = least
    this.#step = step
  }

  /** Keeps the time-outs of a connection until it closes. */
  add(connection: Socket): void {
    const socket = connection as TimedSocket
    // A Node without this method keeps its own timers.
    if (typeof socket._onTimeout !== 'function') return
    const idle: IdleTime = { limit: 0, bytes: -1, since: 0 }
    const setTimer = socket.setTimeout
    let hasTimer = false
    socket.setTimeout = (time, callback) => {
      const isKept = time >= this.#least || (time === 0 && !hasTimer)
      idle.limit = isKept ? time : 0
      idle.bytes = -1
      if (!isKept) {
        hasTimer = time > 0
        return setTimer.call(socket, time, callback)
      }
      if (hasTimer) setTimer.call(socket, 0)
      hasTimer = false
      socket.timeout = time
      if (callback !== undefined) listen(socket, time, callback)
      return socket
    }
    const { timeout } = socket
    hasTimer = timeout !== undefined && timeout > 0
    if (timeout !== undefined) socket.setTimeout(timeout)
    this.#all.set(socket, idle)
    this.#timer ??= setInterval(() => this.#look(), this.#step).unref()
    socket.once('close', () => this.#delete(socket))
  }

  #delete(socket: Socket): void {
    this.#all.delete(socket)
    if (this.#all.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const now = performance.now()
    for (const [socket, idle] of this.#all) {
      if (idle.limit === 0) continue
      const bytes = socket.bytesRead + socket.bytesWritten
      const isIdle = bytes === idle.bytes
      if (isIdle && now - idle.since < idle.limit) continue
      idle.bytes = bytes
      idle.since = now
      // It does nothing if a part of what waits has been sent meanwhile.
      if (isIdle) (socket as TimedSocket)._onTimeout()
    }
  }
}

function listen(socket: Socket, time: number, callback: () => void): void {
  if (time === 0) socket.off('timeout', callback)
  else socket.once('timeout', callback)
}
