import { once } from 'node:events'
import { connect } from 'node:net'
import { portOf } from './raw-exchange.js'

/** No connection to the server that a run is for; its message says so in one line. */
export class UnreachableServer extends Error {
  override readonly name = 'UnreachableServer'
}

/**
 * Opens a connection to a server, and closes it.
 *
 * @param time - Milliseconds to wait.
 * @throws {UnreachableServer} if nothing listens, or nothing has this name.
 */
export async function reach(target: string, time: number): Promise<void> {
  const url = new URL(target)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: portOf(url) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(time) })
  } catch (cause) {
    // A name of several addresses has an error without a message.
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = typeof code === 'string' ? code : message
    throw new UnreachableServer(`nothing is tested: ${target} does not answer (${reason})`, {
      cause,
    })
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

/** False if no connection to a server can be opened. @param time - Milliseconds to wait. */
export function takesConnections(target: string, time: number): Promise<boolean> {
  return reach(target, time).then(
    () => true,
    () => false,
  )
}
