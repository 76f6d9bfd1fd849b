import type { FastifySchema } from 'fastify'
import type { RequestMedia } from './bodies/media.js'
import type { Int64Places } from './json/int64-places.js'
import type { ParameterContract } from './parameters/parameter.js'
import type { HeaderGroup, ResponseMedia } from './responses/media.js'
import type { SecurityRequirements, SecurityScheme } from './security/security.js'
import type { Validator } from './validation/validator.js'

/**
 * A generated contract: an OpenAPI document as data, with its validators and serializers compiled.
 *
 * @typeParam Handlers - The interface that the operations' handlers satisfy.
 * @typeParam Scheme - The names of the security schemes that operations ask for.
 */
export interface Contract<Handlers = unknown, Scheme extends string = string> {
  readonly title: string
  readonly version: string
  /** The security schemes that operations ask for. */
  readonly securitySchemes: readonly SecurityScheme<Scheme>[]
  /**
   * The schemas that the routes' schemas refer to, with `$id`. They explain what validators refuse;
   * `serve` does not add them to the app, where they would meet the host's schemas of the same names.
   */
  readonly schemas: readonly SchemaWithId[]
  readonly operations: readonly OperationContract[]
  /** Never there; ties the contract to its handlers' type. */
  readonly handlers?: Handlers
}

/** A JSON Schema under a name that Fastify can refer to. */
export interface SchemaWithId {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** One operation of a contract. */
export interface OperationContract {
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** The path template, as in the document. */
  readonly path: string
  /** The path as a Fastify route. */
  readonly url: string
  /** The route's schema, for whatever reads the routes of an app. */
  readonly schema: FastifySchema
  /** None: the operation is open. */
  readonly security: SecurityRequirements
  /** What it asks for that the runtime cannot serve: it answers 501 whatever its handler. */
  readonly unserved?: string
  readonly params?: ParameterGroup
  readonly query?: ParameterGroup
  /** The whole query as one value (OpenAPI 3.2); its schema is that of the value. */
  readonly querystring?: ParameterGroup
  /** Their names in lower case. */
  readonly headers?: ParameterGroup
  readonly cookies?: ParameterGroup
  readonly requestBody?: {
    readonly required: boolean
    /** By media type or range, lower case. */
    readonly content: Readonly<Record<string, RequestMedia>>
  }
  /** The documented headers of responses, by status, range (`4XX`) or `default`. */
  readonly responseHeaders?: Readonly<Record<string, HeaderGroup>>
  /** By status, range (`4XX`) or `default`, then by media type. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, ResponseMedia>>>>
}

/** A schema as a value is held against it. */
export interface CompiledSchema {
  /** The `$id` of the schema among the contract's, which tells what is wrong with a refused value. */
  readonly schema: string
  readonly validate: Validator
}

/** The parameters of one place, and the validator of all of them as an object. */
export interface ParameterGroup extends CompiledSchema {
  readonly parameters: readonly ParameterContract[]
  /** Where int64s stand, in those that are JSON. */
  readonly int64?: Int64Places
}
