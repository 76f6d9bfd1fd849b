import type { FastifyReply } from 'fastify'
import { isFinalStatus, statusKeys, WITHOUT_BODY } from '../../openapi/status.js'
import type { OperationContract } from '../contract/contract.js'
import type { OperationResult } from '../contract/handler.js'
import type { HeaderGroup, ResponseContent } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import type { Explain } from '../errors/violations.js'
import { responseFields } from './headers.js'
import { type ChosenMedia, chooseMedia, selectMedia } from './negotiation.js'
import { type ResponseChecks, type ResponseContext, report } from './response-context.js'
import { prepareBody } from './send-body.js'
import { discard } from './streams.js'
import { UnnamedMembers } from './unnamed-members.js'

interface ResponseOptions {
  readonly responses: ResponseChecks
  readonly unnamedMembers: 'omit' | 'send'
}

interface StatusPlan {
  readonly headers: HeaderGroup | undefined
  readonly content: ResponseContent
  /** The media type of a body for which the handler names none, if there is one only. */
  readonly only: ChosenMedia | undefined
}

/**
 * Writes the responses of an operation: puts the head of a result into `reply`, and returns what is to be sent. Hooks run
 * as for any route, and what they make of a value is checked and printed by the generated functions, as Fastify's
 * serializer. If responses are checked, nothing is sent that the operation does not document.
 *
 * @throws {ResponseError} for a result that breaks the contract.
 */
export function responseWriter(
  operation: OperationContract,
  explain: Explain,
  { responses: checks, unnamedMembers }: ResponseOptions,
): (result: OperationResult | undefined, reply: FastifyReply) => unknown {
  const unnamed = unnamedMembers === 'omit' ? new UnnamedMembers() : undefined
  /** Each is made when its status is first sent. */
  const plans = new Map<number, StatusPlan>()
  return (result, reply) => {
    const status = result?.status as number
    const { log } = reply.request
    const context = { operation, explain, checks, unnamed, status, log }
    try {
      const plan = plans.get(status) ?? planOf(context)
      const { body, headers, contentType } = result as OperationResult
      const only = body !== undefined && contentType === undefined ? plan.only : undefined
      const chosen =
        only ??
        selectMedia(context, result as OperationResult, plan.content, reply.request.headers.accept)
      const fields = responseFields(context, headers, plan.headers, chosen)
      return prepareBody(context, body, chosen, fields, reply)
    } catch (error) {
      discard(result?.body)
      throw error
    }
  }

  /** @throws {ResponseError} for a status that cannot be sent, or breaks the contract. */
  function planOf(context: ResponseContext): StatusPlan {
    const { status } = context
    if (typeof status !== 'number') throw new ResponseError(operation, 'returned no { status }')
    const rule = `does not document status ${status}`
    if (!isFinalStatus(status)) throw new ResponseError(operation, rule)
    const key = statusKeys(status).find((each) => Object.hasOwn(operation.responses, each))
    // Handlers could return any number of others.
    if (key === undefined) {
      report(context, rule)
      return { headers: undefined, content: {}, only: undefined }
    }
    const plan = statusPlan(operation, key, status)
    plans.set(status, plan)
    return plan
  }
}

function statusPlan(
  { responses, responseHeaders }: OperationContract,
  key: string,
  status: number,
): StatusPlan {
  const content = responses[key] ?? {}
  const [one, ...others] = Object.values(content)
  const isOne = others.length === 0 && one !== undefined && !WITHOUT_BODY.has(status)
  const only = isOne ? chooseMedia(content, undefined, undefined) : undefined
  return { headers: responseHeaders?.[key], content, only }
}
