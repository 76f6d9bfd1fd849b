import { connect, createServer } from 'node:net'
import type { Test } from 'tap'
import { portFor } from '../../helpers/wire.js'

/** When a connection through a link is cut: before or after the server has got a commit. */
type Cut = 'before' | 'after'

/** Opens a way to a port of this machine; `cut` cuts the connection of the next commit. */
export async function openLink(t: Test, port: number) {
  let cut: Cut | undefined
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', end)
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
  })
  return {
    port: await portFor(t, server),
    cut(when: Cut) {
      cut = when
    },
  }
}
