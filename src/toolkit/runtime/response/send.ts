import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { statusKeys } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import { onResponseEnd } from '../exchange/response-end.js'
import { discard } from './discard.js'
import { type HeaderField, headerFields, typeField } from './headers.js'
import { type Payload, payloadOf } from './payload.js'
import { ResponseError } from './response-error.js'
import { selectMedia } from './select-media.js'
import { explained, report, type Sending } from './sending.js'

/**
 * Writes a handler's result, all of it or nothing: where responses are checked, what the operation
 * does not document never leaves the server.
 *
 * @throws {ResponseError} for a status, body or header that cannot be sent, or breaks the contract.
 */
export async function sendResult(
  sending: Sending,
  result: OperationResult | undefined,
  reply: FastifyReply,
): Promise<void> {
  try {
    send(await explained(sending, () => prepare(sending, result, reply)), sending, reply)
  } catch (error) {
    discard(result?.body)
    throw error
  }
}

/** A response that can be sent. */
interface PreparedResponse {
  readonly status: number
  readonly fields: readonly HeaderField[]
  /** Whether the request chooses the media type. */
  readonly negotiated: boolean
  readonly body: Payload | undefined
}

function prepare(
  sending: Sending,
  result: OperationResult | undefined,
  reply: FastifyReply,
): PreparedResponse {
  const { operation } = sending
  if (typeof result?.status !== 'number') {
    throw new ResponseError(operation, 'returned no { status }')
  }
  const { status } = result
  const key = documentedKey(sending, status)
  const content = operation.responses[key] ?? {}
  const chosen = selectMedia(sending, result, content, reply.request.headers.accept)
  const fields = headerFields(sending, status, result.headers, operation.responseHeaders?.[key])
  if (chosen !== undefined) fields.push(typeField(sending, chosen.type))
  // Last: what has been opened is sent, or closed.
  const body = chosen && payloadOf(sending, status, result.body, chosen)
  if (body instanceof Readable && operation.method !== 'HEAD') watch(sending, body, fields, reply)
  return { status, fields, negotiated: chosen?.negotiated === true, body }
}

function send(
  { status, fields, negotiated, body }: PreparedResponse,
  { operation }: Sending,
  reply: FastifyReply,
): void {
  for (const [name, text] of fields) reply.header(name, text)
  if (negotiated) reply.header('vary', withAccept(reply.getHeader('vary')))
  reply.code(status)
  if (!(body instanceof Readable)) {
    reply.send(body)
  } else if (operation.method === 'HEAD') {
    // Nothing reads what is the answer to HEAD.
    discard(body)
    reply.send()
  } else {
    reply.send(body)
    // A response that waits behind another one (pipelining) is not told that its client has left.
    onResponseEnd(reply.raw, (isSent) => {
      if (!isSent) discard(body)
    })
  }
}

/** Where the document has what it says of a status. */
function documentedKey(sending: Sending, status: number): string {
  const { operation } = sending
  const rule = `does not document status ${status}`
  // Anything else is no final status (RFC 9110, section 15).
  const isFinal = Number.isInteger(status) && status >= 200 && status <= 599
  if (!isFinal) throw new ResponseError(operation, rule)
  const key = statusKeys(status).find((each) => Object.hasOwn(operation.responses, each))
  if (key === undefined) report(sending, rule)
  return key ?? ''
}

/** Which answer it is depends on `Accept` too; a host may have said what else. */
function withAccept(vary: string | number | readonly string[] | undefined): string {
  const others = [vary ?? []].flat().join(', ')
  return others === '' ? 'Accept' : `${others}, Accept`
}

/**
 * A stream that fails ends the connection rather than the body: the client sees that it has not got
 * all. Where nothing has been sent yet the answer is an error, without what this one was to have.
 */
function watch(
  { operation, log }: Sending,
  body: Readable,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): void {
  body.once('error', (cause) => {
    if (reply.raw.headersSent) {
      const error = new ResponseError(operation, 'could not send all of its body', { cause })
      log.error({ err: error }, 'response failed')
    } else {
      for (const [name] of fields) reply.removeHeader(name).raw.removeHeader(name)
    }
  })
}
