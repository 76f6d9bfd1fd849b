import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { onResponseEnd } from '#toolkit/runtime/connections/response-end.js'

t.test('all responses of a connection share one listener', async (t) => {
  const socket = new EventEmitter()
  const ended: unknown[] = []
  const respond = (count: number) => {
    const response = Object.assign(new EventEmitter(), { req: { socket }, writableEnded: true })
    onResponseEnd(response as unknown as ServerResponse, (isSent) => ended.push([count, isSent]))
    return response
  }
  const responses = Array.from({ length: 20 }, (_, count) => respond(count))
  t.equal(socket.listenerCount('close'), 1)
  for (const response of responses.slice(2)) response.emit('finish')
  ended.length = 0
  respond(20)
  socket.emit('close')
  responses[0]?.emit('close')
  t.same(ended, [
    [0, false],
    [1, false],
    [20, false],
  ])
})
