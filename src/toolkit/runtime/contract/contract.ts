import type { OperationRoute } from '../../openapi/operation-route.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import type { SecurityScheme } from '../../openapi/security.js'
import type { SchemaWithId } from '../../openapi/shared-schema.js'
import type { Validator } from '../../validation/validator.js'
import type { Conversions } from '../conversions/conversions.js'
import type { RequestMedia } from './request-media.js'
import type { HeaderGroup, ResponseMedia } from './response-media.js'

/**
 * A generated contract: an OpenAPI document as data, with its validators and serializers compiled.
 *
 * @typeParam Handlers - The interface that the operations' handlers satisfy.
 * @typeParam Scheme - The names of the security schemes that operations ask for.
 */
export interface Contract<Handlers = unknown, Scheme extends string = string> {
  readonly title: string
  readonly version: string
  /** Below which path the document says that its paths are; for `prefix`, if it should be so. */
  readonly basePath: string
  /** The security schemes that operations ask for. */
  readonly securitySchemes: readonly SecurityScheme<Scheme>[]
  /**
   * The schemas that the routes' schemas refer to, with `$id`. They explain what validators refuse;
   * `serve` does not add them to the app, where they would meet the host's schemas of the same names.
   * A large contract loads those that it has something to explain by.
   */
  readonly schemas: readonly SchemaWithId[] | (() => Promise<SchemaTable>)
  readonly operations: readonly (OperationContract | LazyOperation)[]
  /** Never there; ties the contract to its handlers' type. */
  readonly handlers?: Handlers
}

/** What loads the module of each schema, which exports it as `NAMESchema`. */
export type SchemaTable = Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>

/** What an operation takes and gives, with what is compiled of it. */
export interface OperationParts {
  readonly params?: CompiledParameters
  readonly query?: CompiledParameters
  /** The whole query as one value (OpenAPI 3.2); its schema is that of the value. */
  readonly querystring?: CompiledParameters
  /** Their names in lower case. */
  readonly headers?: CompiledParameters
  readonly cookies?: CompiledParameters
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

/** One operation of a contract. */
export interface OperationContract extends OperationRoute, OperationParts {}

/** One operation of a large contract: the rest of it is loaded on first use. */
export interface LazyOperation extends OperationRoute {
  readonly load: () => Promise<OperationParts>
}

/** A schema as a value is held against it. */
export interface CompiledSchema {
  /** The `$id` of the schema among the contract's, which tells what is wrong with a refused value. */
  readonly schema: string
  readonly validate: Validator
}

/** The parameters of one place, and the validator of all of them as an object. */
export interface CompiledParameters extends CompiledSchema {
  readonly parameters: readonly ParameterContract[]
  /** Where int64s stand, in those that are JSON. */
  readonly conversions?: Conversions
}
