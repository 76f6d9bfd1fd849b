import type { Socket } from 'node:net'

/** Limits for a connection that stays open after its last response. */
export interface LingerLimits {
  /** Longest time without data, in milliseconds. */
  readonly silence: number
  /** Longest total time, in milliseconds. */
  readonly time: number
  /** Most bytes that may arrive. */
  readonly bytes: number
}

const LIMITS: LingerLimits = { silence: 1_000, time: 10_000, bytes: 64 * 2 ** 20 }

/**
 * Ends a connection so that its client sees the last response (RFC 9112, section 9.6): further data
 * is discarded until the client ends its side too. Closing a connection with unread data resets it,
 * and the reset overtakes the response.
 */
export function linger(socket: Socket, limits: LingerLimits = LIMITS): void {
  if (socket.destroyed || socket.writableEnded) return
  // Stops parsing.
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

/** Node calls this when a connection ends with a response. */
export function lingerSoon(this: Socket): void {
  linger(this)
}
