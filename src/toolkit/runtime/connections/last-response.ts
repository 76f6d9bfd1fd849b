import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longest time without data of a body that is waited for, in milliseconds. */
const SILENCE = 1_000

/**
 * Has a response that ends its connection wait for the rest of the request's body, which is
 * discarded: to close a connection with unread data resets it, and the reset overtakes the response
 * (RFC 9112, section 9.6). A client that sends nothing for a second gets the response; the time-out
 * for requests bounds the wait for the others.
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
  const end = () => {
    clearTimeout(timer)
    stop()
    raw.off('data', next)
    done()
  }
  const timer = setTimeout(end, SILENCE)
  const next = () => void timer.refresh()
  const stop = finished(raw, end)
  raw.on('data', next).resume()
}

function isLast(asked: string | undefined, reply: FastifyReply): boolean {
  return [asked, reply.getHeader('connection')].some((each) => /\bclose\b/i.test(String(each)))
}
