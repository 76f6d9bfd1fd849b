import type { ServerHttp2Stream } from 'node:http2'
import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isLeft, onResponseEnd } from '../connections/response-end.js'
import type { ResponseMedia } from '../contract/media.js'
import { logThrown } from '../errors/log-thrown.js'
import { ResponseError } from '../errors/response-error.js'
import type { HeaderField } from './headers.js'
import type { ChosenMedia } from './negotiation.js'
import { payloadOf } from './payload.js'
import type { ResponseContext } from './response-context.js'
import { discard } from './streams.js'

/**
 * The last step of a response: puts its head into `reply`, and returns what Fastify sends. Its hooks may change
 * the value of a body before that is checked and printed.
 */
export function prepareBody(
  context: ResponseContext,
  body: unknown,
  chosen: ChosenMedia | undefined,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): unknown {
  // Before the head, since it may fail; an opened stream is sent or closed.
  const isReady = chosen === undefined || isSentAsIs(body, chosen.media)
  const ready = chosen && isReady ? payloadOf(context, body, chosen.media) : undefined
  for (const [name, text] of fields) reply.header(name, text)
  if (chosen?.negotiated) reply.header('vary', withAccept(reply.getHeader('vary')))
  reply.code(context.status)
  if (ready instanceof Readable) return watched(context, ready, fields, reply)
  reply.serializer(isReady ? String : (value) => printed(context, value, chosen, fields, reply))
  return isReady ? ready : body
}

/** True for a body that Fastify sends as it is: texts, bytes, streams, and what it takes for these or for an error. */
function isSentAsIs(body: unknown, { kind }: ResponseMedia): boolean {
  const isStreamed = kind === 'binary' || kind === 'sequential'
  if (typeof body === 'string' || isStreamed) return true
  if (typeof body !== 'object' || body === null) return false
  const { pipe, getReader, buffer } = body as Record<string, unknown>
  const isStream = typeof pipe === 'function' || typeof getReader === 'function'
  const isOther = body instanceof Error || Object.prototype.toString.call(body) === RESPONSE
  return isStream || isOther || buffer instanceof ArrayBuffer
}

const RESPONSE = '[object Response]'

/** The text of a value, after the hooks that may have changed it. */
function printed(
  context: ResponseContext,
  value: unknown,
  chosen: ChosenMedia,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): string {
  try {
    return payloadOf(context, value, chosen.media) as string
  } catch (error) {
    discard(value)
    removeFields(fields, reply)
    throw error
  }
}

/** The response depends on `Accept` too; a host may have set other headers. */
function withAccept(vary: string | number | readonly string[] | undefined): string {
  return [vary ?? [], 'Accept'].flat().join(', ')
}

/**
 * A stream that fails ends the connection, so that the client sees that the body is incomplete. If
 * nothing has been sent yet, the response is an error, without the headers of this one.
 */
function watched(
  { operation, log }: ResponseContext,
  body: Readable,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): Readable | undefined {
  // The response to HEAD has no body.
  if (reply.request.method === 'HEAD') return discard(body)
  finished(body, { writable: false }, (cause) => {
    // It is closed when nobody waits for it any more.
    if (!cause || isLeft(reply.raw) || reply.raw.writableEnded) return
    if (reply.raw.headersSent) {
      // INTERNAL_ERROR (RFC 9113, section 7): as Fastify ends it, the body would look whole.
      if ('stream' in reply.raw) (reply.raw.stream as ServerHttp2Stream).close(2)
      const error = new ResponseError(operation, 'could not send all of its body', { cause })
      logThrown(log, 'error', { err: error }, 'response failed')
    } else removeFields(fields, reply)
  })
  // A pipelined response gets no event when its client leaves, and a hook may send something else.
  onResponseEnd(reply.raw, () => discard(body))
  return body
}

function removeFields(fields: readonly HeaderField[], reply: FastifyReply): void {
  for (const [name] of fields) reply.removeHeader(name).raw.removeHeader(name)
}
