import t from 'tap'
import { parseResponse } from '#toolkit/conformance/target/parse-response.js'

const parse = (text: string, isEnd = false, isHead = false) =>
  parseResponse(Buffer.from(text, 'latin1'), { isEnd, isHead, ms: 1 })

/** The body and what follows it, or the failure. */
function told(text: string, isEnd = false, isHead = false): unknown {
  const outcome = parse(text, isEnd, isHead)
  if (outcome === undefined) return undefined
  if ('failure' in outcome) return outcome.failure
  return [outcome.status, String(outcome.body), String(outcome.rest)]
}

t.test('a response ends where its framing says', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\n'
  t.equal(told(head), undefined)
  t.same(told(`${head}Content-Length: 2\r\n\r\nabc`), [200, 'ab', 'c'])
  t.equal(told(`${head}Content-Length: 2\r\n\r\na`), undefined)
  t.same(told(`${head}Content-Length: 2\r\n\r\na`, true), [200, 'a', ''])
  t.equal(told(`${head}A: b\r\n\r\na`), undefined)
  t.same(told(`${head}A: b\r\n\r\na`, true), [200, 'a', ''])
  t.equal(told('SSH-2.0\r\n\r\n'), 'malformed')
  t.same(told(`HTTP/1.1 100 Continue\r\n\r\n${head}Content-Length: 0\r\n\r\n`), [200, '', ''])
})

t.test('what follows a response without a body', async (t) => {
  const text = 'HTTP/1.1 204 No Content\r\nA: b\r\n\r\nabc'
  t.equal(told(text), undefined)
  t.same(told(text, true), [204, 'abc', ''])
  t.same(told('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', true, true), [200, '', ''])
  t.same(told('HTTP/1.1 101 Switching\r\nUpgrade: a\r\n\r\n', true), [101, '', ''])
})

t.test('chunks', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  t.same(told(`${head}2\r\nab\r\n1\r\nc\r\n0\r\n\r\nd`), [200, 'abc', 'd'])
  t.same(told(`${head}1\r\na\r\n0\r\nX: y\r\n\r\n`), [200, 'a', ''])
  for (const cut of ['2', '2\r\na', '1\r\na\r\n0\r\n', 'x\r\n', '1\r\na\r\n'])
    t.equal(told(head + cut), undefined, cut)
  t.same(told(`${head}2\r\na`, true), [200, 'a', ''])
  t.same(told(`${head}1\r\na\r\n0\r\n`, true), [200, 'a', ''])
  t.same(told(`${head}x\r\n`, true), [200, '', 'x\r\n'].slice(0, 2).concat(''))
})
