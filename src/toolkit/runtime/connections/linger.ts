import type { Socket } from 'node:net'
import { streamChunks } from './direct-chunks.js'

/** Limits for a connection that stays open after its last response. */
const LIMITS = {
  /** Longest time without data, in milliseconds. */
  silence: 1_000,
  /** Longest total time, in milliseconds. */
  time: 10_000,
  /** Most bytes that may arrive. */
  bytes: 64 * 2 ** 20,
}

/**
 * Ends a connection so that its client sees the last response (RFC 9112, section 9.6): further data
 * is discarded until the client ends its side too. Closing a connection with unread data resets it,
 * and the reset overtakes the response.
 */
export function linger(socket: Socket, limits = LIMITS): void {
  if (socket.destroyed || socket.writableEnded) return
  // Stops parsing.
  streamChunks(socket)
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
