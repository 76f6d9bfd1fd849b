import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longest time without data from a client, in milliseconds. */
const SILENCE = 1_000

/**
 * Has a response that ends its connection wait for the rest of the request's body while it arrives,
 * and discards it: to close a connection with unread data resets it, and the reset overtakes the
 * response (RFC 9112, section 9.6). The time-out for requests bounds the wait.
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
  const goOn = () => {
    clearTimeout(timer)
    raw.off('data', arrived)
    cancel()
    done()
  }
  const timer = setTimeout(goOn, SILENCE)
  const arrived = () => timer.refresh()
  const cancel = finished(raw, goOn)
  raw.on('data', arrived)
}

function isLast(asked: string | undefined, reply: FastifyReply): boolean {
  return [asked, reply.getHeader('connection')].some((each) => /\bclose\b/i.test(String(each)))
}
