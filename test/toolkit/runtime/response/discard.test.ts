import { Readable } from 'node:stream'
import t from 'tap'
import { discard } from '#toolkit/runtime/response/streams.js'

t.test('discarded bodies are closed', async (t) => {
  const stream = Readable.from(['a'])
  let left = 0
  discard(stream)
  discard({ return: () => ++left })
  t.ok(stream.destroyed)
  t.equal(left, 1)
})

t.test('errors of discarded bodies are ignored', async (t) => {
  const fails = [
    { return: () => Promise.reject(new Error('late')) },
    {
      return() {
        throw new Error('at once')
      },
    },
  ]
  for (const body of fails) t.doesNotThrow(() => discard(body))
  for (const body of [null, 'text', new Uint8Array(1), {}]) t.doesNotThrow(() => discard(body))
  await new Promise(setImmediate)
})
