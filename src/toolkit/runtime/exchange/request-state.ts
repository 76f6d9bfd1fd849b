import type { FastifyRequest } from 'fastify'
import type { ContractError } from '../errors/contract-error.js'
import type { OperationPlan } from '../request/operation-plan.js'
import type { Parameters } from '../request/parameters.js'
import type { SelectedRequestMedia } from '../request/request-media.js'
import type { TokenVerdict } from '../security/bearer.js'
import type { Principals } from '../security/security.js'

/** State of a request between the hooks that it passes. */
class RequestState {
  /** The operation, when it is loaded. */
  plan: OperationPlan | undefined = undefined
  principals: Principals | undefined = undefined
  tokenVerdict: TokenVerdict | undefined = undefined
  parameters: Parameters | undefined = undefined
  /** The media type that the body is read as, if there is a body. */
  media: SelectedRequestMedia | undefined = undefined
  /** True if the body has not been read, or not to its end. */
  isBodyRefused = false
  /** The error that it was answered with. */
  answeredError: ContractError | undefined = undefined
  /** Gives back the memory that the body takes. */
  releaseBody: (() => void) | undefined = undefined
}

const STATE = Symbol('state of a request')

/**
 * The error that a request was answered with: a refusal, or a failure. For metrics and logs of a host, in an
 * `onResponse` hook.
 *
 * @returns `undefined` if no error was answered, or by another than the contract and `serveErrors`.
 */
export function answeredError(request: FastifyRequest): ContractError | undefined {
  return stateOf(request).answeredError
}

/** A member of the request itself, which costs less than an entry of a map of all requests. */
export function stateOf(request: FastifyRequest & { [STATE]?: RequestState }): RequestState {
  const known = request[STATE]
  if (known !== undefined) return known
  const state = new RequestState()
  request[STATE] = state
  return state
}
