import { createServer } from 'node:net'
import type { Test } from 'tap'
import { portFor } from '../../helpers/wire.js'

/** A message of PostgreSQL's protocol. https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const OK = message('R', Buffer.alloc(4))
const IDLE = message('Z', Buffer.from('I'))
/** One column `transaction_read_only` of the type text, and its value. */
const COLUMN = message(
  'T',
  Buffer.concat([
    Buffer.from('\0\x01transaction_read_only\0'),
    Buffer.from('000000000000000000190000ffffffff0000', 'hex'),
  ]),
)
const ON = message('D', Buffer.from('\0\x01\0\0\0\x02on'))
const DONE = message('C', Buffer.from('SHOW\0'))

/** The port of a server that takes connections and answers each statement as a standby answers `show`. */
export async function startReader(t: Test): Promise<{ port: number; asked: () => number }> {
  let asked = 0
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([OK, IDLE]))
      socket.on('data', ([type]) => {
        if (type !== 'Q'.charCodeAt(0)) return
        asked += 1
        socket.write(Buffer.concat([COLUMN, ON, DONE, IDLE]))
      })
    })
  })
  return { port: await portFor(t, server), asked: () => asked }
}
