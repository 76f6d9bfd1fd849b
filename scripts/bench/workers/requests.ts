import { TOKEN } from '../serve/servers/plants.js'

const HEAD = [
  'POST /plants HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: Bearer ${TOKEN}`,
  'Content-Type: application/json',
].join('\r\n')

/** The first id: all have as many digits, so that all requests, and their responses, have one length. */
const FIRST = 10 ** 14

/**
 * Requests to create plants, sent ahead in one piece: the next piece has other ids, and overwrites the one
 * before.
 *
 * @param start - the first id of this connection.
 * @param step - the number of connections: together they send all ids in order, as those of a sequence.
 */
export function createPieces(count: number, start: number, step: number): () => Buffer {
  const body = JSON.stringify({ id: FIRST, name: 'Fern', tag: 'shade' })
  const request = `${HEAD}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const piece = Buffer.from(request.repeat(count))
  const at = request.indexOf(String(FIRST))
  let id = FIRST + start
  return () => {
    for (let n = 0; n < count; n++) {
      piece.write(String(id), n * request.length + at, 'latin1')
      id += step
    }
    return piece
  }
}
