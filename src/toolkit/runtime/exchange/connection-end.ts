import type { Socket } from 'node:net'
import { Link } from '../../shared/link.js'

/** What to do when a connection closes, behind a member without it, by connection. */
const waiting = new WeakMap<Socket, Link>()

class ConnectionEnd extends Link {
  readonly act: () => void

  constructor(act: () => void) {
    super()
    this.act = act
  }
}

/**
 * Calls `act` when a connection closes. All of them share one listener of the connection: adding and
 * removing listeners for each request takes more time than the rest of most hooks.
 *
 * @returns a function that prevents the call.
 */
export function onConnectionEnd(socket: Socket, act: () => void): () => void {
  const end = new ConnectionEnd(act)
  end.append(waiting.get(socket) ?? opened(socket))
  return () => end.leave()
}

function opened(socket: Socket): Link {
  const all = new Link()
  waiting.set(socket, all)
  socket.once('close', () => {
    while (!all.isAlone()) {
      const end = all.next as ConnectionEnd
      end.leave()
      end.act()
    }
  })
  return all
}
