import type { Socket } from 'node:net'

/** For how much a connection stays open after its last response. */
export interface LingerLimits {
  /** How long nothing may arrive, in milliseconds. */
  readonly silence: number
  /** How long it may take in all, in milliseconds. */
  readonly time: number
  /** How many bytes may arrive. */
  readonly bytes: number
}

const LIMITS: LingerLimits = { silence: 1_000, time: 10_000, bytes: 64 * 2 ** 20 }

/**
 * Ends a connection so that its client sees the last response (RFC 9112, section 9.6): what still arrives
 * is read and thrown away until the client ends its side too. A connection that is closed with something
 * unread is reset, and the reset overtakes the response.
 */
export function linger(socket: Socket, limits: LingerLimits = LIMITS): void {
  if (socket.destroyed || socket.writableEnded) return
  // Nothing more is parsed.
  socket.removeAllListeners('data')
  let left = limits.bytes
  const close = () => void socket.destroy()
  const silence = setTimeout(close, limits.silence)
  const end = setTimeout(close, limits.time)
  socket.on('data', ({ length }: Buffer) => {
    silence.refresh()
    left -= length
    if (left < 0) close()
  })
  socket.once('close', () => {
    clearTimeout(silence)
    clearTimeout(end)
  })
  socket.end()
  socket.resume()
}

/** What Node calls when a connection ends with a response. */
export function lingerSoon(this: Socket): void {
  linger(this)
}
