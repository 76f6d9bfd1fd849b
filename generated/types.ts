/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */

/**
 * A plant.
 *
 * @generated from #/components/schemas/Plant
 */
export interface Plant {
  /** The name of the plant. */
  name: string
  /** Tag that specifies the type of the plant. */
  tag?: string | undefined
}

/**
 * A plant to create.
 *
 * @generated from #/components/schemas/NewPlant
 */
export interface NewPlant extends Plant {
  /** Identification number of the plant. */
  id: bigint
}

/**
 * What went wrong.
 *
 * @generated from #/components/schemas/Error
 */
export interface Error {
  /** Numeric error code; stable. */
  error: number
  /** Text describing the error; prose that may change. */
  message: string
}

/** @generated from #/paths/~1plants/post/responses/401/headers */
export interface CreatePlant401Headers {
  /** The challenge (RFC 6750, section 3). */
  'WWW-Authenticate': string
}
