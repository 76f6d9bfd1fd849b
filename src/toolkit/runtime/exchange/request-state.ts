import type { FastifyRequest } from 'fastify'
import type { Parameters } from '../request/parameters.js'
import type { SelectedRequestMedia } from '../request/request-media.js'
import type { TokenVerdict } from '../security/bearer.js'
import type { Principals } from '../security/security.js'

/** State of a request between the hooks that it passes. */
interface RequestState {
  principals?: Principals
  tokenVerdict?: TokenVerdict
  parameters?: Parameters
  /** The media type that the body is read as, if there is a body. */
  media?: SelectedRequestMedia
  /** True if the connection ends with the response: the rest of the body may still arrive. */
  closes?: boolean
  /** Gives back the memory that the body takes. */
  releaseBody?: () => void
}

const STATE = Symbol('state of a request')

/** A member of the request itself, which costs less than an entry of a map of all requests. */
export function stateOf(request: FastifyRequest & { [STATE]?: RequestState }): RequestState {
  request[STATE] ??= {}
  return request[STATE]
}
