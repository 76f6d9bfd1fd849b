import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

/**
 * Passes the chunks that a connection receives to the listener of its `data` event at once. Node's streams
 * plan another read after each chunk, which takes longer than everything else that they do with it.
 */
export function passChunks(socket: Socket, listener: (chunk: Buffer) => void): void {
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const { readableFlowing, readableLength } = socket
    const isNext = chunk !== null && readableFlowing === true && readableLength === 0
    // Somebody else may listen too.
    if (!isNext || socket.listenerCount('data') !== 1) {
      return Readable.prototype.push.call(socket, chunk, encoding)
    }
    listener(chunk)
    return true
  }
}

/** Gives the chunks to Node's stream again. */
export function streamChunks(socket: Socket): void {
  socket.push = Readable.prototype.push
}
