import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Has a response that ends its connection wait for the rest of the request's body, which is
 * discarded: to close a connection with unread data resets it, and the reset overtakes the response
 * (RFC 9112, section 9.6). The time-out for requests bounds the wait.
 */
export function waitForBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: () => void,
): void {
  // A stream may be made from the body; a client that expects 100 Continue has not sent it.
  const goesOn = raw.complete || payload instanceof Readable || raw.headers.expect !== undefined
  if (goesOn || !(raw.httpVersion === '1.0' || isLast(raw.headers.connection, reply))) {
    done()
    return
  }
  finished(raw, () => done())
  raw.resume()
}

function isLast(asked: string | undefined, reply: FastifyReply): boolean {
  return [asked, reply.getHeader('connection')].some((each) => /\bclose\b/i.test(String(each)))
}
