import { connect } from 'node:net'

/**
 * Sends bytes, ends its half of the connection, and resolves with what came back until it was closed, or until `time`
 * milliseconds were over.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  time: number,
): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' })
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), isClosed })
    }
    const timer = setTimeout(finish, time, false)
    socket.on('data', (chunk) => chunks.push(chunk))
    // A reset is an end too, here.
    socket.on('error', () => {}).on('close', () => finish(true))
    socket.end(bytes)
  })
}
