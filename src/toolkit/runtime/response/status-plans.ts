import { isFinalStatus, statusKeys, WITHOUT_BODY } from '../../openapi/status.js'
import type { OperationResult } from '../contract/handler.js'
import type { HeaderGroup, ResponseContent } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { type ChosenMedia, chooseMedia } from './negotiation.js'
import { type ResponseContext, report } from './response-context.js'
import { selectMedia } from './response-media.js'

/** What the document says about the responses of one status. */
export class StatusPlan {
  readonly headers: HeaderGroup | undefined
  readonly #content: ResponseContent
  /** The media type of a body, if there is one only. */
  readonly #only: ChosenMedia | undefined

  constructor({ operation, status }: ResponseContext, key: string | undefined) {
    const { responses, responseHeaders } = operation
    this.#content = (key !== undefined && responses[key]) || {}
    this.headers = key === undefined ? undefined : responseHeaders?.[key]
    const [one, ...others] = Object.values(this.#content)
    // The boundary of multipart is of one response.
    const isOne = others.length === 0 && one !== undefined && one.kind !== 'multipart'
    const isFixed = isOne && !WITHOUT_BODY.has(status)
    this.#only = isFixed ? chooseMedia(this.#content, undefined, undefined) : undefined
  }

  mediaOf(
    context: ResponseContext,
    result: OperationResult,
    accept: string | undefined,
  ): ChosenMedia | undefined {
    const isFree = result.body !== undefined && result.contentType === undefined
    return (isFree && this.#only) || selectMedia(context, result, this.#content, accept)
  }
}

/** The plans of an operation, each made when its status is first sent. */
export class StatusPlans {
  readonly #byStatus = new Map<number, StatusPlan>()

  /** @throws {ResponseError} for a status that cannot be sent, or breaks the contract. */
  of(context: ResponseContext): StatusPlan {
    const { operation, status } = context
    const known = this.#byStatus.get(status)
    if (known !== undefined) return known
    if (typeof status !== 'number') throw new ResponseError(operation, 'returned no { status }')
    const rule = `does not document status ${status}`
    if (!isFinalStatus(status)) throw new ResponseError(operation, rule)
    const key = statusKeys(status).find((each) => Object.hasOwn(operation.responses, each))
    const plan = new StatusPlan(context, key)
    // Handlers could return any number of others.
    if (key === undefined) report(context, rule)
    else this.#byStatus.set(status, plan)
    return plan
  }
}
