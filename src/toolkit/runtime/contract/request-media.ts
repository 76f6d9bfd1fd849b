import type { Framing } from '../../openapi/framing.js'
import type { FileMembers } from '../../openapi/media-kind.js'
import type { DeclaredMedia } from '../../openapi/media-type.js'
import type { ParameterContract, ParameterType } from '../../openapi/parameter.js'
import type { Conversions } from '../conversions/conversions.js'
import type { CompiledSchema } from './contract.js'

/** One media type of a request body: what its bytes become. */
export type RequestMedia =
  | JsonBody
  | TextBody
  | BinaryBody
  | SequentialBody
  | FormBody
  | MultipartBody

/** A JSON text, which becomes its value. */
export interface JsonBody extends DeclaredMedia, CompiledSchema {
  readonly kind?: 'json'
  /** Where int64s stand, which reach the handler as `bigint`, and members that do not reach it. */
  readonly conversions?: Conversions
}

/** A text; without a schema, any. */
export interface TextBody extends DeclaredMedia, Partial<CompiledSchema> {
  readonly kind: 'text'
}

/** Bytes, which reach the handler as they arrive. */
export interface BinaryBody extends DeclaredMedia {
  readonly kind: 'binary'
}

/** One value after another, each of which reaches the handler as it arrives. */
export interface SequentialBody extends DeclaredMedia, CompiledSchema {
  readonly kind: 'sequential'
  readonly framing: Framing
  readonly conversions?: Conversions
}

/** Fields, each of which is read as a parameter of a query is. */
export interface FieldsBody extends DeclaredMedia, CompiledSchema {
  readonly fields: readonly ParameterContract[]
  /** Where int64s stand, in fields that are JSON, and fields that do not reach the handler. */
  readonly conversions?: Conversions
  /** The type of fields that the schema does not name; none: texts. */
  readonly rest?: ParameterType
}

/** `application/x-www-form-urlencoded`. */
export interface FormBody extends FieldsBody {
  readonly kind: 'form'
}

/** `multipart/form-data`. */
export interface MultipartBody extends FieldsBody {
  readonly kind: 'multipart'
  /** The members that are files, and whether each is a list of them. */
  readonly files?: FileMembers
  /** The media types and ranges that a part may have, by name, with commas between. */
  readonly contentTypes?: Readonly<Record<string, string>>
}

type Streamed = BinaryBody | SequentialBody | MultipartBody

/** Whether a body is read, and checked, while it arrives. */
export function isStreamed(media: RequestMedia): media is Streamed {
  return media.kind === 'binary' || media.kind === 'sequential' || media.kind === 'multipart'
}
