import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFinalStatus, statusKeys, WITHOUT_BODY } from '../../openapi/status.js'
import { accepts } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import type { OperationResult } from '../contract/handler.js'
import type { JsonResponse, ResponseContent } from '../contract/media.js'
import type { Explain } from '../errors/violations.js'
import type { PrintValue } from '../json/serializer.js'
import { chooseMedia } from './negotiation.js'
import type { ResponseChecks, ResponseSettings } from './response-context.js'
import { sendResult } from './send.js'
import { UnnamedMembers } from './unnamed-members.js'

/** The response of a status that has one JSON body and no documented headers. */
interface ResponsePlan {
  readonly media: JsonResponse
  /** The value of `Content-Type`. */
  readonly type: string
}

interface ResponseOptions {
  readonly checks: ResponseChecks
  readonly unnamedMembers: 'omit' | 'send'
}

/** Sends the results of an operation's handler. The plan for a status is made when it is first sent. */
export class ResponsePlans {
  readonly #settings: Omit<ResponseSettings, 'broken' | 'log'>
  /** `null` for a status whose response needs more than the plan of one JSON body. */
  readonly #byStatus = new Map<number, ResponsePlan | null>()

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
  send(result: OperationResult | undefined, { log }: FastifyRequest, reply: FastifyReply): boolean {
    try {
      if (this.#sendPlanned(result, reply)) return true
    } catch (error) {
      reply.send(error)
      return true
    }
    const settings = { ...this.#settings, log, broken: [] }
    sendResult(settings, result, reply).catch((error) => reply.send(error))
    return false
  }

  /**
   * Sends a result if it is what nearly all are: one valid JSON body, from which no member is left out
   * for the first time.
   *
   * @returns false if nothing has been sent.
   */
  #sendPlanned(result: OperationResult | undefined, reply: FastifyReply): boolean {
    const { checks, unnamed } = this.#settings
    if (checks !== 'throw' || typeof result?.status !== 'number') return false
    const { status, body, headers, contentType } = result
    const plan = this.#planOf(status)
    const isPlain = body !== undefined && headers === undefined && contentType === undefined
    if (plan === null || !isPlain) return false
    const text = printed(plan.media, body, unnamed)
    if (text === undefined) return false
    reply.code(status).header('content-type', plan.type)
    reply.send(text)
    return true
  }

  #planOf(status: number): ResponsePlan | null {
    const known = this.#byStatus.get(status)
    if (known !== undefined) return known
    const plan = planOf(this.#settings.operation, status)
    // Others are no status codes; handlers could return any number of them.
    if (isFinalStatus(status)) this.#byStatus.set(status, plan)
    return plan
  }
}

function planOf(
  { method, responses, responseHeaders }: OperationContract,
  status: number,
): ResponsePlan | null {
  if (!isFinalStatus(status)) return null
  const key = statusKeys(status).find((each) => Object.hasOwn(responses, each))
  if (key === undefined || method === 'HEAD' || WITHOUT_BODY.has(status)) return null
  const content = responses[key] as ResponseContent
  const isOne = Object.keys(content).length === 1 && responseHeaders?.[key] === undefined
  const chosen = isOne ? chooseMedia(content, undefined, undefined) : undefined
  if (chosen === undefined) return null
  const { media, type } = chosen
  return media.kind === undefined || media.kind === 'json' ? { media, type } : null
}

/** The JSON of a valid value; `undefined` for any other, and if unnamed members need attention. */
function printed(
  { validate, serialize, recheck }: JsonResponse,
  body: unknown,
  unnamed: UnnamedMembers | undefined,
): string | undefined {
  const print = serialize as PrintValue
  try {
    if (!accepts(validate, body)) return undefined
    if (unnamed === undefined) return print(body)
    const text = unnamed.print(print, body, false)
    return unnamed.isNew || (unnamed.isAny && recheck) ? undefined : text
  } catch {
    // The error is that of the complete way, which does the same again.
    return undefined
  }
}
