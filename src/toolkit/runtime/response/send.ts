import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import type { OperationResult } from '../contract/handler.js'
import { ResponseError } from '../errors/response-error.js'
import type { Explain } from '../errors/violations.js'
import { onResponseEnd } from '../exchange/response-end.js'
import { type HeaderField, headerFields, typeField } from './headers.js'
import type { ChosenMedia } from './negotiation.js'
import { isSentAsIs, payloadOf } from './payload.js'
import {
  logBroken,
  type ResponseChecks,
  type ResponseContext,
  type ResponseSettings,
} from './response-context.js'
import { type StatusPlan, StatusPlans } from './status-plans.js'
import { discard } from './streams.js'
import { UnnamedMembers } from './unnamed-members.js'

interface ResponseOptions {
  readonly checks: ResponseChecks
  readonly unnamedMembers: 'omit' | 'send'
}

/**
 * Sends the results of an operation's handler by `reply.send`: hooks run as for any route, and what they
 * make of a value is checked and printed by the generated functions, as Fastify's serializer. If responses
 * are checked, nothing is sent that the operation does not document.
 */
export class Responses {
  readonly #settings: Omit<ResponseSettings, 'broken' | 'log'>
  readonly #plans = new StatusPlans()

  constructor(
    operation: OperationContract,
    explain: Explain,
    { checks, unnamedMembers }: ResponseOptions,
  ) {
    const unnamed = unnamedMembers === 'omit' ? new UnnamedMembers() : undefined
    this.#settings = { operation, explain, checks, unnamed }
  }

  /**
   * Sends a result, or the error that it is.
   *
   * @returns true if the whole response has been handed over.
   */
  send(result: OperationResult | undefined, reply: FastifyReply): boolean {
    const status = result?.status as number
    const { operation, explain, checks, unnamed } = this.#settings
    const { log } = reply.request
    const context = { operation, explain, checks, unnamed, status, log, broken: [] }
    try {
      return send(context, this.#plans.of(context), result as OperationResult, reply)
    } catch (error) {
      discard(result?.body)
      reply.send(error)
      return true
    } finally {
      logBroken(context)
    }
  }
}

function send(
  context: ResponseContext,
  plan: StatusPlan,
  result: OperationResult,
  reply: FastifyReply,
): boolean {
  const { body } = result
  const chosen = plan.mediaOf(context, result, reply.request.headers.accept)
  const fields = headerFields(context, result.headers, plan.headers)
  if (chosen !== undefined) fields.push(typeField(context, chosen))
  // Before the head, since it may fail; an opened stream is sent or closed.
  const isReady = chosen === undefined || isSentAsIs(body, chosen.media)
  const ready = chosen && isReady ? payloadOf(context, body, chosen) : undefined
  for (const [name, text] of fields) reply.header(name, text)
  if (chosen?.negotiated) reply.header('vary', withAccept(reply.getHeader('vary')))
  reply.code(context.status)
  if (ready instanceof Readable) {
    sendStream(context, ready, fields, reply)
    return false
  }
  if (isReady) reply.serializer(String).send(ready)
  else reply.serializer((value) => printed(context, value, chosen, fields, reply)).send(body)
  return true
}

/** The text of a value, after the hooks that may have changed it. */
function printed(
  context: ResponseContext,
  value: unknown,
  chosen: ChosenMedia,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): string {
  try {
    const text = payloadOf(context, value, chosen)
    logBroken(context)
    return text as string
  } catch (error) {
    discard(value)
    removeFields(fields, reply)
    throw error
  }
}

function sendStream(
  context: ResponseContext,
  body: Readable,
  fields: readonly HeaderField[],
  reply: FastifyReply,
): void {
  if (reply.request.method === 'HEAD') {
    // The response to HEAD has no body.
    discard(body)
    reply.send()
    return
  }
  watch(context, body, fields, reply)
  reply.send(body)
  // A pipelined response gets no event when its client leaves.
  onResponseEnd(reply.raw, (isSent) => {
    if (!isSent) discard(body)
  })
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
    } else removeFields(fields, reply)
  })
}

function removeFields(fields: readonly HeaderField[], reply: FastifyReply): void {
  for (const [name] of fields) reply.removeHeader(name).raw.removeHeader(name)
}
