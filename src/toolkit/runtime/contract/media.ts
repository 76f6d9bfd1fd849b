import type { Framing } from '../../openapi/framing.js'
import type { DeclaredMedia, FileCount, FileMembers } from '../../openapi/media-type.js'
import type { ParameterContract, ParameterType, ScalarType } from '../../openapi/parameter.js'
import type { Serializer } from '../json/serializer.js'
import type { ValidatedSchema } from './contract.js'

export type RequestMedia =
  | JsonBody
  | TextMedia
  | BinaryMedia
  | SequentialBody
  | FormBody
  | MultipartBody

export type ResponseMedia = JsonResponse | TextMedia | BinaryMedia | SequentialResponse

export type ResponseContent = Readonly<Record<string, ResponseMedia>>

/** Text; without a schema, any. */
export interface TextMedia extends DeclaredMedia, Partial<ValidatedSchema> {
  readonly kind: 'text'
  /** Types that the text is read as, in this order; none: it is a string. */
  readonly scalars?: readonly ScalarType[]
}

/** Bytes, at once or as they come. A handler gets them as they arrive. */
interface BinaryMedia extends DeclaredMedia {
  readonly kind: 'binary'
}

/** A body whose schema may name members that change prototypes: others are refused. */
interface ReceivedBody extends DeclaredMedia, ValidatedSchema {
  readonly prototypes?: true
}

/** JSON, which is parsed. */
export interface JsonBody extends ReceivedBody {
  readonly kind?: 'json'
}

/** A sequence of values, which the handler gets as they arrive. */
export interface SequentialBody extends ReceivedBody {
  readonly kind: 'sequential'
  readonly framing: 'json-lines' | 'json-seq'
}

/** Form fields, each read like a query parameter. */
export interface FieldsBody extends ReceivedBody {
  readonly fields: readonly ParameterContract[]
  /** Type of fields that the schema does not name; by default strings. */
  readonly rest?: ParameterType
}

/** `application/x-www-form-urlencoded`. */
interface FormBody extends FieldsBody {
  readonly kind: 'form'
}

export interface MultipartBody extends FieldsBody {
  readonly kind: 'multipart'
  /** Members that are files, and whether each is a list of files; one that is a field, too, may be a text. */
  readonly files?: FileMembers
  /** Whether members that the schema does not name are files; none: those with a file name are. */
  readonly otherFiles?: FileCount
  /** Media types and ranges that a part may have, by name, separated by commas. */
  readonly contentTypes?: Readonly<Record<string, string>>
}

/** A schema that a value has to satisfy, and that defines which of its members are sent. */
export interface SentSchema extends ValidatedSchema {
  /** Prints a valid value as JSON. */
  readonly serialize: Serializer
  /** True if a value may become invalid when unnamed members are omitted. */
  readonly recheck?: boolean
}

export interface JsonResponse extends DeclaredMedia, SentSchema {
  readonly kind?: 'json'
}

/** A sequence of values, each validated and printed when it is ready. */
export interface SequentialResponse extends DeclaredMedia, SentSchema {
  readonly kind: 'sequential'
  readonly framing: Framing
}

/** The headers of a response, and a validator for all of them as an object. */
export interface HeaderGroup extends ValidatedSchema {
  /** Names as the document writes them. */
  readonly names: readonly string[]
  /** Headers whose objects are written `a=1,b=2`, not `a,1,b,2`. */
  readonly exploded?: readonly string[]
  readonly json?: readonly string[]
  /** Delimiters of a header's list, and of the lists in it, by name; none: commas. */
  readonly delimiters?: Readonly<Record<string, readonly string[]>>
}
