import t from 'tap'
import { requestLine } from '#toolkit/cli/mock/mock-app.js'

const answered = { method: 'GET', url: `/${'a'.repeat(200)}`, status: 404, milliseconds: 1.26 }

t.test('a request is one row of a terminal', async (t) => {
  const row = requestLine(answered, 80)
  t.match(row, /^404 {6}1\.3 ms {2}GET \/a+…$/)
  t.equal(row.length, 80)
  t.equal(requestLine({ ...answered, url: '/a' }, 80), '404      1.3 ms  GET /a')
  t.equal(requestLine({ ...answered, url: '/a' }, 23), '404      1.3 ms  GET /a', 'it fits')
})

t.test('a file has the whole line', async (t) => {
  t.equal(requestLine(answered, undefined).length, 222)
  t.equal(requestLine(answered, 0).length, 222, 'a terminal that does not say its width')
  t.equal(
    requestLine({ ...answered, url: '/\u001b[31m' }, undefined),
    '404      1.3 ms  GET / [31m',
  )
})
