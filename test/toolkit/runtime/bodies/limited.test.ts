import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { errors } from 'fastify-contract'
import t from 'tap'
import { isEmpty, limited } from '#toolkit/runtime/bodies/body-streams.js'

/** The state of a promise by now. */
async function soon<T>(promise: Promise<T>): Promise<T | 'waits'> {
  const waits = (async () => {
    for (let turns = 0; turns < 5; turns++) await turn()
    return 'waits' as const
  })()
  return Promise.race([promise, waits])
}

t.test('an empty body with a length is recognised at once', async (t) => {
  t.equal(await soon(isEmpty(new PassThrough(), 5)), false)
  t.equal(await soon(isEmpty(new PassThrough(), 0)), true)
})

t.test('without a length the first byte or the end is awaited', async (t) => {
  const cases: [what: string, then: (body: PassThrough) => unknown, isEmpty: boolean][] = [
    ['a byte', (body) => body.write('x'), false],
    ['the end', (body) => body.end(), true],
    ['a byte and the end', (body) => body.end('x'), false],
    ['it is closed', (body) => body.destroy(), true],
    ['it fails', (body) => body.destroy(new Error('gone')), false],
  ]
  for (const [what, then, expected] of cases) {
    const body = new PassThrough().on('error', () => {})
    const answer = isEmpty(body, Number.NaN)
    t.equal(await soon(answer), 'waits')
    then(body)
    t.equal(await answer, expected, what)
  }
  for (const [what, then, expected] of cases) {
    const body = new PassThrough().on('error', () => {})
    then(body)
    await turn()
    t.equal(await soon(isEmpty(body, Number.NaN)), expected, `${what}, before`)
  }
  const read = new PassThrough()
  read.end()
  read.resume()
  await once(read, 'end')
  t.equal(await soon(isEmpty(read, Number.NaN)), true, 'it has been read')
})

t.test('a body may be as long as its limit, in any pieces', async (t) => {
  for (const [pieces, fits] of [
    [['12345'], true],
    [['123', '45'], true],
    [['123', '456'], false],
    [['123456'], false],
  ] as const) {
    const payload = new PassThrough()
    const body = limited(payload, 5)
    let text = ''
    body.on('data', (chunk) => {
      text += chunk
    })
    const done = once(body, 'end').catch((error) => error)
    for (const piece of pieces) payload.write(piece)
    payload.end()
    if (fits) {
      await done
      t.equal(text, '12345')
    } else t.match(await done, { body: errors.bodyTooLarge, statusCode: 413 })
  }
})

t.test('an incomplete body fails', async (t) => {
  const payload = new PassThrough()
  const body = limited(payload, 5).resume()
  const failed = once(body, 'error')
  payload.write('1')
  payload.destroy(new Error('gone'))
  t.match(await failed, [{ message: 'gone' }])
})

t.test('data that arrives after the reader has gone is discarded', async (t) => {
  const payload = new PassThrough()
  limited(payload, 1e9).destroy()
  await turn()
  for (let piece = 0; piece < 10; piece++) {
    payload.write(Buffer.alloc(100_000))
    await turn()
  }
  payload.end()
  await turn()
  await turn()
  t.ok(payload.readableEnded)
})
