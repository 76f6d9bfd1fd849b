import type { Socket } from 'node:net'

/** How long nothing may arrive, and how long it may take in all, in milliseconds; and in bytes. */
const SILENCE = 1_000
const TIME = 10_000
const BYTES = 64 * 2 ** 20

/**
 * Ends a connection so that its client sees the last response (RFC 9112, section 9.6): what still arrives
 * is read and thrown away until the client ends its side too. A connection that is closed with something
 * unread is reset, and the reset overtakes the response.
 */
export function linger(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return
  // Nothing more is parsed.
  socket.removeAllListeners('data')
  let left = BYTES
  const close = () => void socket.destroy()
  const silence = setTimeout(close, SILENCE)
  const end = setTimeout(close, TIME)
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
