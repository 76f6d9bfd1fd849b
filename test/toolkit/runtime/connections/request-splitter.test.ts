import type { IncomingMessage } from 'node:http'
import t from 'tap'
import { RequestSplitter } from '#toolkit/runtime/connections/request-splitter.js'

const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A request with a body of so many bytes, of which `complete` tells whether it is there. */
function request(length?: number, complete = false): IncomingMessage {
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  return { headers, complete } as unknown as IncomingMessage
}

/** The pieces of a text of which each may be parsed at once. */
function pieces(messages: RequestSplitter, text: string): string[] {
  const data = messages.joined(Buffer.from(text))
  const found: string[] = []
  for (let from = 0; from < data.length; ) {
    const to = messages.nextEnd(data, from)
    if (to === from) break
    found.push(data.toString('latin1', from, to))
    from = to
  }
  return found
}

t.test('each head is a piece, and a part of its end is kept', async (t) => {
  const messages = new RequestSplitter(1_000)
  t.same(pieces(messages, `${HEAD}${HEAD}GET`), [HEAD, HEAD, 'GET'])
  t.same(pieces(messages, ' / HTTP/1.1\r\n'), [' / HTTP/1.1'])
  for (const half of ['\r', '\n', '\r\n', '\r\n\r']) {
    t.same(pieces(new RequestSplitter(1_000), `A${half}`), ['A'], JSON.stringify(half))
    const kept = new RequestSplitter(1_000)
    t.same(pieces(kept, half), [])
    t.equal(kept.joined(Buffer.from('x')).toString(), `${half}x`)
    t.equal(kept.joined(Buffer.from('x')).toString(), 'x', 'once')
  }
})

t.test('a head and the whole of its body are one piece, which ends with them', async (t) => {
  const data = Buffer.from('POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc')
  const messages = new RequestSplitter(1_000)
  t.equal(messages.nextEnd(data, 0), data.length)
  t.equal(messages.take(data, 0, data.length), undefined)
  messages.begin(request(3, true))
  t.equal(messages.nextEnd(Buffer.from(HEAD), 0), HEAD.length, 'nothing of the body is left')
})

t.test('a body is a piece of its length', async (t) => {
  for (const length of [1, 2, 40]) {
    const messages = new RequestSplitter(1_000)
    messages.begin(request(length))
    const data = Buffer.from(`${'\n'.repeat(length)}${HEAD}`)
    t.equal(messages.nextEnd(data, 0), length)
    t.equal(messages.nextEnd(data.subarray(0, 1), 0), 1, 'or what is there of it')
    t.equal(messages.take(data, 0, length), undefined)
    t.equal(messages.nextEnd(data, length), data.length)
  }
})

t.test('a head and all of its body are one piece if nothing follows', async (t) => {
  const whole = (field: string, body: string) => {
    const head = `POST / HTTP/1.1\r\nHost: a\r\n${field}\r\nAccept: a\r\n\r\n`
    const [first] = pieces(new RequestSplitter(1_000), `${head}${body}`)
    return first !== head
  }
  for (const field of ['Content-Length: 12', 'content-length:12', 'CONTENT-LENGTH:   012']) {
    t.equal(whole(field, 'twelve bytes'), true, field)
    t.equal(whole(field, 'twelve bytes, and more'), false, field)
    t.equal(whole(field, 'few'), false, field)
  }
  const others = [
    'Content-Length:',
    'Content-Length: 12a',
    'Content-Length: a12',
    'Content-Length: -12',
    'Content-Length: 12 ',
    'Content-Lengths: 12',
    'X-Content-Length: 12',
    'Content-Length: 12\r\nTransfer-Encoding: chunked',
    'transfer-encoding: chunked\r\nContent-Length: 12',
  ]
  for (const field of others) t.equal(whole(field, 'twelve bytes'), false, field)
})

t.test('a request without a body is whole, too, and one that is not plain is split', async (t) => {
  const first = (text: string) => pieces(new RequestSplitter(1_000), text)[0]
  t.equal(first(HEAD), HEAD)
  t.equal(first(`${HEAD}${HEAD}`), HEAD)
  const body = 'Content-Length: 4\r\n\r\n'
  for (const head of [
    `\r\nPOST / HTTP/1.1\r\n${body}`,
    `POST / HTTP/1.1\n${body}`,
    `POST / HTTP/1.1\r\nA: a\n${body}`,
    `POST / HTTP/1.1\r\nA: a\r\n\nB: b\r\n${body}`,
  ]) {
    t.not(first(`${head}body`), `${head}body`, JSON.stringify(head))
  }
})

t.test('arriving messages are known', async (t) => {
  const messages = new RequestSplitter(1_000)
  const told = () => [messages.isArriving, messages.hasBody]
  t.same(told(), [false, false])
  const head = Buffer.from(HEAD)
  messages.take(head, 0, 10)
  t.same(told(), [true, false], 'a part of a head')
  messages.take(head, 10, head.length)
  t.same(told(), [false, false], 'all of it')
  messages.begin(request(5))
  messages.parsed()
  t.same(told(), [true, true], 'its body')
  messages.begin(request(5, true))
  messages.parsed()
  t.same(told(), [false, false])
  messages.begin(request())
  t.same(told(), [true, true])
  messages.end()
  t.same(told(), [false, false])
})
