import t from 'tap'
import { Heads, RequestSplitter } from '#toolkit/runtime/connections/request-splitter.js'

/** Faults of a head that arrives in pieces. */
function faults(pieces: readonly string[], limit = 1_000) {
  const heads = new Heads(limit)
  return pieces.map((piece) => {
    const data = Buffer.from(piece, 'latin1')
    return heads.take(data, 0, data.length)
  })
}

t.test('a request line of another protocol is found, in any pieces', async (t) => {
  for (const [line, isSound] of [
    ['GET / HTTP/1.1', true],
    ['GET / HTTP/1.0', true],
    ['\r\n\r\nGET / HTTP/1.1', true],
    ['GET / RTSP/1.0', false],
    ['\r\nPOST /plants RTSP/1.1', false],
    ['SOURCE / ICE/1.0', false],
    ['GET /', false],
    ['', false],
  ] as const) {
    const head = `${line}\r\nHost: a RTSP/1.0\r\n\r\n`
    for (let cut = 0; cut <= head.length; cut++) {
      const found = faults([head.slice(0, cut), head.slice(cut)]).find((fault) => fault)
      t.equal(found, isSound ? undefined : 'HPE_INVALID_CONSTANT', `${line} ${cut}`)
    }
    const bytewise = faults(head.split('')).includes('HPE_INVALID_CONSTANT')
    t.equal(bytewise, !isSound, `${line} byte by byte`)
  }
})

t.test('every byte of a head counts, each head by itself', async (t) => {
  const head = `GET / HTTP/1.1\r\nHost: ${' '.repeat(20)}a\r\n\r\n`
  const data = Buffer.from(head.repeat(3))
  const heads = new Heads(head.length)
  for (let from = 0; from < data.length; from += head.length) {
    t.equal(heads.take(data, from, from + head.length), undefined)
    t.notOk(heads.isArriving)
  }
  t.equal(heads.take(data, 0, 10), undefined)
  t.ok(heads.isArriving)
  t.equal(heads.take(data, 10, head.length + 1), 'HPE_HEADER_OVERFLOW')
})

t.test('a request that arrives as a whole is checked alike', async (t) => {
  const fault = (text: string, limit = 1_000) => {
    const requests = new RequestSplitter(limit)
    const data = Buffer.from(`before${text}`)
    const end = requests.nextEnd(data, 'before'.length)
    t.equal(end, data.length, 'as a whole')
    return requests.take(data, 'before'.length, end)
  }
  const rest = 'Host: a RTSP/1.0\r\nContent-Length: 4\r\n\r\nbody'
  for (const [line, isSound] of [
    ['POST / HTTP/1.1', true],
    ['P HTTP/1.0', true],
    ['POST / RTSP/1.0', false],
    ['SOURCE / ICE/1.0', false],
    ['POST /', false],
    ['H TTP/1', false],
  ] as const) {
    const expected = isSound ? undefined : 'HPE_INVALID_CONSTANT'
    t.equal(fault(`${line}\r\n${rest}`), expected, line)
  }
  const head = `POST / HTTP/1.1\r\nHost: ${' '.repeat(20)}a\r\nContent-Length: 4\r\n\r\n`
  t.equal(fault(`${head}body`, head.length), undefined, 'its body does not count')
  t.equal(fault(`${head}body`, head.length - 1), 'HPE_HEADER_OVERFLOW')
})
