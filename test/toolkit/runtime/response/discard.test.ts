import { Readable } from 'node:stream'
import t from 'tap'
import { discard } from '#toolkit/runtime/response/streams.js'

t.test('discarded bodies are closed', async (t) => {
  const [whole, part, among] = [1, 2, 3].map(() => Readable.from(['a'])) as [
    Readable,
    Readable,
    Readable,
  ]
  let left = 0
  discard(whole)
  discard({ file: { stream: part }, files: [{ stream: among }, 'text'], none: null })
  discard({ return: () => ++left })
  t.same(
    [whole, part, among].map(({ destroyed }) => destroyed),
    [true, true, true],
  )
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
