import type { Place } from '../diagnostics.js'

/** What the emitters read: the document, understood. No emitter looks at the document itself. */
export interface Model {
  /** The document's file name, for provenance. */
  readonly file: string
  readonly title: string
  readonly version: string
  /** What an int64 is in TypeScript. */
  readonly int64: 'bigint' | 'number'
  /** Every schema that has a name in generated code; components first, in document order. */
  readonly schemas: readonly NamedSchema[]
  /** In document order. */
  readonly operations: readonly Operation[]
  readonly securitySchemes: readonly SecurityScheme[]
  /** The whole document as one value. */
  readonly bundled: unknown
}

/** A schema of the document under its name in generated code. */
export interface NamedSchema {
  /** A TypeScript identifier, unique in the model. */
  readonly name: string
  /** Where the schema stands, as generated code shows it. */
  readonly pointer: string
  /** The same for diagnostics. */
  readonly origin: Place
  readonly schema: Schema
  /** Whether an int64 can be inside, so that values need conversion to and from `bigint`. */
  readonly int64: boolean
}

/** A JSON Schema (draft 2020-12) whose `$ref`s are `#/$defs/NAME`, NAME a {@link NamedSchema}'s. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly title?: string
  readonly deprecated?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly discriminator?: Discriminator
  readonly [keyword: string]: unknown
}

/** Which schema a value is for, told by one of its members: a hint that changes no verdict. */
export interface Discriminator {
  readonly propertyName: string
  /** By each value of that member, the `$ref` of its schema; names that the document implies are in it. */
  readonly mapping: Readonly<Record<string, string>>
}

export interface Operation {
  /** The key of its handler: the operationId where the document has one. */
  readonly operationId: string
  /** The start of its type names: the operationId as an identifier in PascalCase. */
  readonly typeName: string
  readonly pointer: string
  /** Upper case. */
  readonly method: string
  /** The path template, as in the document. */
  readonly path: string
  /** The path as a Fastify route. */
  readonly url: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated: boolean
  readonly parameterGroups: readonly ParameterGroup[]
  readonly requestBody?: RequestBody
  readonly responses: readonly Response[]
  /** Alternatives (OR) of scheme name to scopes (AND); none means that the operation is open. */
  readonly security: readonly SecurityRequirement[]
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** The parameters of one place: one object for the handler, one schema for the validator. */
export interface ParameterGroup {
  /** The member of the request that holds them. */
  readonly member: 'params' | 'query' | 'headers'
  /** The name of the schema of them all. */
  readonly schema: string
  readonly parameters: readonly Parameter[]
}

export interface Parameter {
  /** In lower case for a header, as Node gives them. */
  readonly name: string
  /** What the route calls it, where that is not its name. */
  readonly key?: string
  readonly in: 'path' | 'query' | 'header'
  readonly pointer: string
  readonly required: boolean
  readonly description?: string
  readonly deprecated: boolean
  readonly schema: Schema
  /** How its text becomes a value. */
  readonly coerce: Coercion
  /** Whether an array arrives as a repeated parameter rather than as a comma-separated list. */
  readonly explode: boolean
  readonly default?: unknown
}

/** The JSON type that a parameter's text becomes; the items' for `array`. */
export type Coercion = Scalar | { readonly array: Scalar }
export type Scalar = 'string' | 'number' | 'integer' | 'int64' | 'boolean'

export interface RequestBody {
  readonly pointer: string
  readonly description?: string
  readonly required: boolean
  readonly content: readonly MediaType[]
}

/** One media type of a body. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly mediaType: string
  /** The name of its schema. */
  readonly schema: string
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly pointer: string
  readonly description?: string
  readonly headers: readonly Header[]
  readonly content: readonly MediaType[]
}

export interface Header {
  readonly name: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface SecurityScheme {
  readonly name: string
  readonly pointer: string
  readonly type: string
  /** The HTTP authentication scheme in lower case, for `type: http`. */
  readonly scheme?: string
  readonly description?: string
}
