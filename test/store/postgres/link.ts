import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** When a connection through a link is cut: before or after the server has got a commit. */
type Cut = 'before' | 'after'

/** Opens a way to a port of this machine; `cut` cuts the connection of the next commit. */
export async function openLink(t: Test, port: number) {
  let cut: Cut | undefined
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', end)
    }
    let isMute = false
    near.on('data', (chunk) => {
      if (cut !== undefined && chunk.includes('commit\0')) {
        if (cut === 'before') end()
        isMute = true
        cut = undefined
      }
      far.write(chunk)
    })
    // What the server says of that commit is lost.
    far.on('data', (chunk) => (isMute ? end() : near.write(chunk)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut(when: Cut) {
      cut = when
    },
  }
}
