import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isFinalStatus, statusKeys } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import { onResponseEnd } from '../exchange/response-end.js'
import { type HeaderField, headerFields, typeField } from './headers.js'
import { payloadOf } from './payload.js'
import {
  explained,
  type ResponseContext,
  ResponseError,
  type ResponseSettings,
  report,
} from './response-context.js'
import { selectMedia } from './response-media.js'
import { discard } from './streams.js'

/**
 * Sends a handler's result completely or not at all. If responses are checked, nothing is sent that
 * the operation does not document.
 *
 * @throws {ResponseError} for a status, body or header that cannot be sent, or breaks the contract.
 */
export async function sendResult(
  settings: ResponseSettings,
  result: OperationResult | undefined,
  reply: FastifyReply,
): Promise<void> {
  try {
    send(await explained(settings, () => prepare(settings, result, reply)), reply)
  } catch (error) {
    discard(result?.body)
    throw error
  }
}

function prepare(
  settings: ResponseSettings,
  result: OperationResult | undefined,
  reply: FastifyReply,
) {
  const { operation } = settings
  if (typeof result?.status !== 'number') {
    throw new ResponseError(operation, 'returned no { status }')
  }
  const { status } = result
  const context = { ...settings, status }
  const key = documentedKey(context)
  const content = operation.responses[key] ?? {}
  const chosen = selectMedia(context, result, content, reply.request.headers.accept)
  const fields = headerFields(context, result.headers, operation.responseHeaders?.[key])
  if (chosen !== undefined) fields.push(typeField(context, chosen.type))
  // Last: an opened stream is sent or closed.
  const body = chosen && payloadOf(context, result.body, chosen)
  if (body instanceof Readable && reply.request.method !== 'HEAD')
    watch(context, body, fields, reply)
  return { status, fields, negotiated: chosen?.negotiated === true, body }
}

function send(
  { status, fields, negotiated, body }: ReturnType<typeof prepare>,
  reply: FastifyReply,
): void {
  for (const [name, text] of fields) reply.header(name, text)
  if (negotiated) reply.header('vary', withAccept(reply.getHeader('vary')))
  reply.code(status)
  if (!(body instanceof Readable)) {
    reply.send(body)
  } else if (reply.request.method === 'HEAD') {
    // The response to HEAD has no body.
    discard(body)
    reply.send()
  } else {
    reply.send(body)
    // A pipelined response gets no event when its client leaves.
    onResponseEnd(reply.raw, (isSent) => {
      if (!isSent) discard(body)
    })
  }
}

function documentedKey(context: ResponseContext): string {
  const { operation, status } = context
  const rule = `does not document status ${status}`
  if (!isFinalStatus(status)) throw new ResponseError(operation, rule)
  const key = statusKeys(status).find((each) => Object.hasOwn(operation.responses, each))
  if (key === undefined) report(context, rule)
  return key ?? ''
}

/** The response depends on `Accept` too; a host may have set other headers. */
function withAccept(vary: string | number | readonly string[] | undefined): string {
  const others = [vary ?? []].flat().join(', ')
  return others === '' ? 'Accept' : `${others}, Accept`
}

/**
 * A stream that fails ends the connection, so that the client sees that the body is incomplete. If
 * nothing has been sent yet, the response is an error, without the headers of this one.
 */
function watch(
  { operation, log }: ResponseContext,
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
