import type { ParameterContract } from '../../openapi/parameter.js'
import type { OperationRoute } from '../../openapi/route.js'
import type { SchemaWithId } from '../../openapi/schema/schema.js'
import type { SecurityRequirements, SecurityScheme } from '../../openapi/security.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import type { Codec } from '../../validation/conversions/scalars.js'
import type { Validator } from '../../validation/validator.js'
import type { HeaderGroup, RequestMedia, ResponseMedia } from './media.js'

/**
 * A generated contract: an OpenAPI document as data, with compiled validators and serializers.
 *
 * @typeParam Handlers - The interface of the operations' handlers.
 * @typeParam Scheme - The names of the security schemes that operations require.
 */
export interface Contract<Handlers = unknown, Scheme extends string = string> {
  readonly title: string
  readonly version: string
  /** Path of the document's server; can be used as `prefix`. */
  readonly basePath: string
  /** The security schemes that operations require. */
  readonly securitySchemes: readonly SecurityScheme<Scheme>[]
  /**
   * The schemas, with `$id`, which explain refused values. A large contract loads those that it
   * needs. `serve` does not add them to the app, where their names could collide with the host's.
   */
  readonly schemas: readonly SchemaWithId[] | (() => Promise<SchemaTable>)
  /** What each served operation takes and answers, as the schema of a Fastify route. A large contract loads it. */
  readonly routeSchemas?: RouteSchemas | (() => Promise<RouteSchemas>)
  /** The codecs of its typed formats. */
  readonly codecs?: readonly Codec[]
  readonly operations: readonly (OperationContract | LazyOperation)[]
  /** Never present; ties the contract to the type of its handlers. */
  readonly handlers?: Handlers
}

/** The schema of a Fastify route, as tools document it; references are `$id#` of `Contract.schemas`. */
export interface RouteSchema {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags?: readonly string[]
  readonly security?: SecurityRequirements
  readonly params?: unknown
  readonly querystring?: unknown
  readonly headers?: unknown
  readonly cookies?: unknown
  readonly body?: unknown
  /** By status, range (`4XX`) or `default`. */
  readonly response: Readonly<Record<string, unknown>>
}

/** Route schemas by operation ids. */
export type RouteSchemas = Readonly<Record<string, RouteSchema>>

/** Imports of the modules that contain each schema, as `NAMESchema`. */
export type SchemaTable = Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>

/** Requests and responses of an operation, compiled. */
export interface OperationParts {
  readonly params?: CompiledParameters
  readonly query?: CompiledParameters
  /** The whole query as one value (OpenAPI 3.2). */
  readonly querystring?: CompiledParameters
  /** Names in lower case. */
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

/** An operation with all of its parts, loaded if need be. */
export async function wholeOperation(
  operation: OperationContract | LazyOperation,
): Promise<OperationContract> {
  if (!('load' in operation)) return operation
  const { load, ...route } = operation
  return { ...route, ...(await load()) }
}

export interface ValidatedSchema {
  /** The `$id` of the schema, which explains why a value is refused. */
  readonly schema: string
  readonly validate: Validator
  /** Where int64s, typed formats and one-way members are. */
  readonly conversions?: Conversions
}

/** The parameters of one location, and a validator for all of them as an object. */
export interface CompiledParameters extends ValidatedSchema {
  readonly parameters: readonly ParameterContract[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route of a contract; complete once it has been used. */
    operation?: OperationRoute & Partial<OperationParts>
    operationId?: string
    /** Extensions of the operation in the document. */
    [extension: `x-${string}`]: unknown
  }
}
