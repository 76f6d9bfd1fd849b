import type { FastifyRequest } from 'fastify'
import type { SelectedMedia } from '../request/body.js'
import type { Parameters } from '../request/parameters.js'
import type { Principals } from '../security/security.js'

/** State of a request between the hooks that it passes. */
interface RequestState {
  principals?: Principals
  parameters?: Parameters
  /** The media type that the body is read as, if there is a body. */
  media?: SelectedMedia
  /** True if the connection ends with the response: the rest of the body may still arrive. */
  closes?: boolean
  /** Gives back the memory that the body takes. */
  releaseBody?: () => void
}

const states = new WeakMap<FastifyRequest, RequestState>()

export function stateOf(request: FastifyRequest): RequestState {
  const known = states.get(request)
  if (known !== undefined) return known
  const state: RequestState = {}
  states.set(request, state)
  return state
}
