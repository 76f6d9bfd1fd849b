import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import t from 'tap'
import { onSocketClose } from '#toolkit/runtime/connections/socket-close.js'

t.test('all that waits for the end of a connection shares one listener', async (t) => {
  const socket = new EventEmitter() as Socket
  const ended: string[] = []
  for (let count = 0; count < 20; count++) {
    const cancel = onSocketClose(socket, () => ended.push(`request ${count}`))
    if (count !== 7) cancel()
  }
  t.equal(socket.listenerCount('close'), 1)
  onSocketClose(socket, () => ended.push('another'))
  socket.emit('close')
  t.same(ended, ['request 7', 'another'])
})
