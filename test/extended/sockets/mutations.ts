/** Requests that are nearly right. */

import type { Chance } from '../../toolkit/runtime/json/random.js'

/** Pieces of requests, and of attacks with them. */
const PIECES = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', ';', ',', '=', '"', '%', '/', '//'],
  ...['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.11', 'PRI * HTTP/2.0', 'CONNECT', 'TRACE'],
  ...['/../', 'post', 'Host: a\r\n', 'Host:\r\n', 'Connection: close\r\n'],
  'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  ...['Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip, chunked\r\n', 'TE: trailers\r\n'],
  ...['Content-Length: 0\r\n', 'Content-Length: -1\r\n', 'Content-Length: 1e3\r\n', '99999999999'],
  ...['Expect: 100-continue\r\n', 'Content-Type: text/plain\r\n', 'Content-Encoding: br\r\n'],
  ...['Authorization: Bearer x\r\n', 'Accept: a/b\r\n', 'Accept: */*;q=2\r\n', ' folded\r\n'],
  ...['0\r\n\r\n', 'ffffffffffffffff\r\n', '5;a=b\r\n', 'é', '\xff\xfe', '\u{1F33F}', '__proto__'],
]

/** The bytes of a request after so many changes. */
export function mutated(request: Buffer, random: Chance): Buffer {
  let bytes = request
  for (let count = 1 + random.below(4); count > 0; count--) bytes = changed(bytes, random)
  return bytes
}

function changed(bytes: Buffer, random: Chance): Buffer {
  const at = random.below(bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (random.below(6)) {
    case 0: // one byte is another
      return Buffer.concat([before, Buffer.from([random.below(256)]), after.subarray(1)])
    case 1: // some are missing
      return Buffer.concat([before, after.subarray(1 + random.below(8))])
    case 2: // the rest is missing
      return before
    case 3: // some are there again
      return Buffer.concat([before, before.subarray(-random.below(40) - 1), after])
    case 4: // some are there very often
      return Buffer.concat([before, Buffer.alloc(random.below(40_000), random.pick(PIECES)), after])
    default:
      return Buffer.concat([before, Buffer.from(random.pick(PIECES), 'latin1'), after])
  }
}
