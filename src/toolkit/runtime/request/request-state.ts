import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Principals } from '../security/security.js'
import type { OperationPlan } from './operation-route.js'
import type { Parameters } from './parameters.js'
import type { SelectedRequestMedia } from './request-media.js'

/** What the steps of a request leave to the next ones. */
export interface RequestState {
  readonly plan: OperationPlan
  readonly principals: Principals | undefined
  readonly response: ServerResponse
  parameters: Parameters | undefined
  /** The media type that the body is read as, if there is a body. */
  media: SelectedRequestMedia | undefined
}

/** The member of a request that has its state; it costs less than an entry of a map of all requests. */
export const STATE = Symbol('state of a request')

/** A request that has reached its operation. */
export type ReceivedRequest = FastifyRequest & { [STATE]: RequestState }
