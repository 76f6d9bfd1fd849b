import type { Framing } from '../../openapi/framing.js'
import type { FileMembers } from '../../openapi/media-kind.js'
import type { DeclaredMedia } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import type { Conversions } from '../conversions/conversions.js'
import type { Serializer } from '../json/serializer.js'
import type { ValidatedSchema } from './contract.js'

export type ResponseContent = Readonly<Record<string, ResponseMedia>>

/** A media type of a response body. */
export type ResponseMedia =
  | JsonResponse
  | TextResponse
  | BinaryResponse
  | SequentialResponse
  | FormResponse
  | MultipartResponse

/** A schema that a value has to satisfy, and that defines which of its members are sent. */
export interface SentSchema extends ValidatedSchema {
  /** Prints a valid value as JSON. */
  readonly serialize: Serializer
  /** Write-only members. */
  readonly conversions?: Conversions
  /** True if a value may become invalid when members that the schema does not name are left out. */
  readonly recheck?: boolean
}

/** A value that is printed as JSON. */
export interface JsonResponse extends DeclaredMedia, SentSchema {
  readonly kind?: 'json'
}

/** Text; without a schema, any. */
export interface TextResponse extends DeclaredMedia, Partial<ValidatedSchema> {
  readonly kind: 'text'
}

/** Bytes, at once or as they come. */
export interface BinaryResponse extends DeclaredMedia {
  readonly kind: 'binary'
}

/** A sequence of values, each validated and printed when it is ready. */
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
  /** Members that are files, and whether each is a list of files. */
  readonly files?: FileMembers
}

/** The headers of a response, and a validator for all of them as an object. */
export interface HeaderGroup extends ValidatedSchema {
  /** Names as the document writes them. */
  readonly names: readonly string[]
  /** Headers whose objects are written `a=1,b=2`, not `a,1,b,2`. */
  readonly exploded?: readonly string[]
  readonly json?: readonly string[]
}
