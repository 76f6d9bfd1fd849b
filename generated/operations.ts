/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
import type * as contract from 'fastify-contract/codegen'
import type * as types from './types.js'

/**
 * The request of `POST /plants`.
 *
 * @generated from #/paths/~1plants/post
 */
export interface CreatePlantRequest extends contract.OperationRequest {
  /** The plant to create. */
  readonly body: types.NewPlant
  /** Results of the security handlers, by scheme. */
  readonly security: contract.Principals<'bearerAuth'>
}

/**
 * Results of `POST /plants`.
 *
 * @generated from #/paths/~1plants/post/responses
 */
export type CreatePlantResult =
  | CreatePlantResult200
  | CreatePlantResult400
  | CreatePlantResult401
  | CreatePlantResult409
  | CreatePlantResultDefault

/** The plant as it is stored. */
export interface CreatePlantResult200 {
  readonly status: 200
  readonly body: types.Plant
  readonly headers?: contract.OtherHeaders
}

/** The request breaks the contract. */
export interface CreatePlantResult400 {
  readonly status: 400
  readonly body: types.Error
  readonly headers?: contract.OtherHeaders
}

/** The credential is missing or not accepted. */
export interface CreatePlantResult401 {
  readonly status: 401
  readonly body: types.Error
  readonly headers: contract.WithOthers<types.CreatePlant401Headers>
}

/** Another plant holds this id. */
export interface CreatePlantResult409 {
  readonly status: 409
  readonly body: types.Error
  readonly headers?: contract.OtherHeaders
}

/** Any other failure. */
export interface CreatePlantResultDefault {
  readonly status: contract.DefaultStatus<200 | 400 | 401 | 409>
  readonly body: types.Error
  readonly headers?: contract.OtherHeaders
}

/** Handlers of Plant Store: one function per operation. */
export interface Handlers {
  /**
   * Create a plant
   *
   * `POST /plants`
   *
   * Creates a new plant in the store. The id is unique and a retry is safe: the same id with the same
   * content answers 200 again and stores nothing new, the same id with other content answers 409 and the
   * first plant stays.
   */
  createPlant(request: CreatePlantRequest): contract.Answer<contract.Exact<CreatePlantResult>>
}
