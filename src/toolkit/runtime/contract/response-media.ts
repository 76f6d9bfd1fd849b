import type { Framing } from '../../openapi/framing.js'
import type { FileMembers } from '../../openapi/media-kind.js'
import type { DeclaredMedia } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import type { Conversions } from '../conversions/conversions.js'
import type { Serializer } from '../json/serializer.js'
import type { CompiledSchema } from './contract.js'

/** Media types of a response, by name. */
export type ResponseContent = Readonly<Record<string, ResponseMedia>>

/** One media type of a response body: how a value becomes bytes. */
export type ResponseMedia =
  | JsonResponse
  | TextResponse
  | BinaryResponse
  | SequentialResponse
  | FormResponse
  | MultipartResponse

/** A schema that a value has to keep, and that says which of its members are sent. */
export interface SentSchema extends CompiledSchema {
  /** Prints what the validator accepts as JSON; knows which members are named. */
  readonly serialize: Serializer
  /** Where write-only members would stand. */
  readonly conversions?: Conversions
  /** Whether a value may break the schema when members that it does not name are left out. */
  readonly recheck?: boolean
}

/** A value, printed as JSON. */
export interface JsonResponse extends DeclaredMedia, SentSchema {
  readonly kind?: 'json'
}

/** A text; without a schema, any. */
export interface TextResponse extends DeclaredMedia, Partial<CompiledSchema> {
  readonly kind: 'text'
}

/** Bytes, at once or as they come. */
export interface BinaryResponse extends DeclaredMedia {
  readonly kind: 'binary'
}

/** One value after another, each of which is checked and written as it comes. */
export interface SequentialResponse extends DeclaredMedia, SentSchema {
  readonly kind: 'sequential'
  readonly framing: Framing
}

/** `application/x-www-form-urlencoded`. */
export interface FormResponse extends DeclaredMedia, SentSchema {
  readonly kind: 'form'
  readonly fields: readonly ParameterContract[]
}

/** `multipart/form-data`. */
export interface MultipartResponse extends DeclaredMedia, SentSchema {
  readonly kind: 'multipart'
  /** The members that are files, and whether each is a list of them. */
  readonly files?: FileMembers
}

/** The headers of a response, and the validator of all of them as an object. */
export interface HeaderGroup extends CompiledSchema {
  /** As the document writes them. */
  readonly names: readonly string[]
  /** Those whose objects are written `a=1,b=2`, not `a,1,b,2`. */
  readonly exploded?: readonly string[]
  /** Those that are JSON. */
  readonly json?: readonly string[]
}
