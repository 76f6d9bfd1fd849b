import type { Schema, TypedFormat } from '../../openapi/schema/schema.js'
import type { SecurityRequirement, SecurityScheme } from '../../openapi/security.js'
import type { Location } from '../diagnostics/problems.js'
import type { ParameterGroup, RequestBody, Response } from './messages.js'

export type * from './messages.js'

/** The document as emitters read it: none of them reads the document itself. */
export interface Model {
  /** The document's file name, for provenance. */
  readonly file: string
  readonly title: string
  readonly version: string
  readonly openapi: OpenApiVersion
  /** The path below which the document says that its paths are; empty where that is the root. */
  readonly basePath: string
  /** TypeScript type of an int64. */
  readonly int64: 'bigint' | 'number'
  /** Formats that have types of their own. */
  readonly formats: readonly TypedFormat[]
  /** Every schema that has a name in generated code; components first, in document order. */
  readonly schemas: readonly NamedSchema[]
  /** Uses of the schemas by requests and responses. */
  readonly uses: SchemaUses
  /** In document order. */
  readonly operations: readonly Operation[]
  /** The requests that the service itself sends: webhooks, and callbacks of operations. */
  readonly outgoing: readonly Outgoing[]
  readonly securitySchemes: readonly DescribedSecurityScheme[]
  /** The whole document as one value. */
  readonly bundled: unknown
  /** Examples and defaults that the document has for its schemas. */
  readonly examples: readonly SchemaExample[]
}

/** A named schema, as it is read. */
export interface ReadSchema {
  /** A TypeScript identifier, unique in the model. */
  readonly name: string
  /** Location of the schema, as generated code shows it. */
  readonly pointer: string
  /** The same for diagnostics. */
  readonly origin: Location
  readonly schema: Schema
}

/** A schema of the document under its name in generated code. */
export interface NamedSchema extends ReadSchema {
  /** Its key under `components/schemas`. */
  readonly componentKey?: string
  /** Values by which a discriminator selects it, where its mapping has no other schema for them. */
  readonly discriminatorValues: readonly string[]
  /** The schema that its TypeScript type is made of. */
  readonly typeSchema: Schema
}

/** The versions of OpenAPI that the generator reads. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2'

/** Names of schemas by their use, each in the order of the model. */
export interface SchemaUses {
  /** Schemas that values of requests and responses are validated by. */
  readonly validated: readonly string[]
  /** Schemas that bodies of responses are serialized by. */
  readonly serialized: readonly string[]
  /** Schemas with a codec of a typed format inside. */
  readonly coded: ReadonlySet<string>
  /** Schemas of JSON in requests with int64s or read-only members inside. */
  readonly convertedRequests: ReadonlySet<string>
  /** Schemas of bodies of responses with write-only members inside. */
  readonly convertedResponses: ReadonlySet<string>
  /** Schemas that name members by which the prototype of an object can be changed. */
  readonly prototypes: ReadonlySet<string>
  /** Schemas that a value may break once members without a name in the schema are left out. */
  readonly fragile: ReadonlySet<string>
}

/** A value that the document has as an example or a default of a schema, or that the schema lists. */
export interface SchemaExample {
  readonly role: 'default' | 'example' | 'listed value'
  readonly value: unknown
  readonly schema: Schema
  /** True if a string may be the value as text. */
  readonly isText: boolean
  location(): Location
}

export interface Operation {
  /** The key of its handler: the operationId where the document has one. */
  readonly operationId: string
  /** The start of its type names: the operationId as an identifier in PascalCase. */
  readonly typeName: string
  readonly pointer: string
  /** The same for diagnostics. */
  readonly origin: Location
  /** As it is sent: upper case, but for what `additionalOperations` (3.2) spell otherwise. */
  readonly method: string
  /** The path template, as in the document. */
  readonly path: string
  /** The path as a Fastify route. */
  readonly url: string
  /** Query that the path template has: `x=1` of `/plants?x=1`. */
  readonly pathQuery?: string
  /** The pointer of an operation before it that the router cannot distinguish it from. */
  readonly shadowedBy?: string
  /** The feature that it asks for and that the runtime cannot serve: it answers 501. */
  readonly unserved?: string
  readonly summary?: string
  readonly description?: string
  /** URL of its documentation. */
  readonly docs?: string
  readonly deprecated: boolean
  /** Each with the tags that are its ancestors, the outermost first (3.2). */
  readonly tags: readonly (readonly string[])[]
  /** Members of the operation, and of its path item, that begin with `x-`. */
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly parameterGroups: readonly ParameterGroup[]
  readonly requestBody?: RequestBody
  readonly responses: readonly Response[]
  /** Alternatives (OR) of scheme name to scopes (AND); none means that the operation is open. */
  readonly security: readonly SecurityRequirement[]
}

/** A request that the service sends; its path is whatever the receiver has chosen. */
export interface Outgoing extends Operation {
  /** The name of the webhook, or of the callback. */
  readonly event: string
  /** The operation that the callback belongs to; none for a webhook. */
  readonly of?: string
}

export interface DescribedSecurityScheme extends SecurityScheme {
  readonly pointer: string
  readonly description?: string
  /** Where clients get its tokens. */
  readonly sources?: readonly TokenSource[]
}

/** A flow of OAuth 2, or the discovery of one. */
export interface TokenSource {
  /** The name of 3.x; `discovery` for the address of a description of the server. */
  readonly flow: string
  /** The addresses by their fields, such as `tokenUrl`. */
  readonly urls: Readonly<Record<string, string>>
  /** The scopes that a client may ask for. */
  readonly scopes: readonly string[]
}
