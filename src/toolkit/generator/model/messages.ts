import type { Framing } from '../../openapi/framing.js'
import type { FileCount, FileMembers, MediaKind } from '../../openapi/media-type.js'
import type {
  JsonList,
  ParameterLocation,
  ParameterMember,
  ParameterStyle,
  ScalarType,
} from '../../openapi/parameter.js'
import type { Schema } from '../../openapi/schema/schema.js'

export interface RequestBody {
  readonly pointer: string
  readonly description?: string
  readonly required: boolean
  readonly content: readonly MediaType[]
}

/** One media type of a body. */
export type MediaType = ValueMediaType | TextMediaType

/** A media type whose bodies are values of a schema. */
export interface ValueMediaType extends AnyMedia {
  readonly kind: Exclude<MediaKind, 'text' | 'binary'>
  /** The name of its schema; of one item's for `sequential`. */
  readonly schema: string
}

/** A media type whose bodies are text or bytes: a schema may say more of them. */
export interface TextMediaType extends AnyMedia {
  readonly kind: 'text' | 'binary'
  /** The name of its schema. */
  readonly schema?: string
}

interface AnyMedia {
  /** Lower case, without parameters; it may be a range such as `text/*`. */
  readonly mediaType: string
  /** The parameters that tell it from others of the document. */
  readonly parameters?: Readonly<Record<string, string>>
  /** True if the runtime can neither read nor write it: it is typed only. */
  readonly unserved?: true
  /** Types that a text is read as; none: it is a string. */
  readonly scalars?: readonly ScalarType[]
  /** Separation of the items of `sequential`; none if the media type does not define it. */
  readonly framing?: Framing
  /** Serialization of the members of `form` and `multipart` that are no files. */
  readonly fields?: readonly Field[]
  /** Types of members of `form` and `multipart` without a name in the schema; none: strings. */
  readonly rest?: Coercion
  /** The media types that `encoding` has for the members of `multipart`. */
  readonly contentTypes?: Readonly<Record<string, string>>
  /** The members of a `multipart` schema that are files, and whether each is a list of them. */
  readonly files?: FileMembers
  /** Whether members of `multipart` without a name in the schema are files. */
  readonly otherFiles?: FileCount
}

/** A member of a form, which is written as a parameter of a query is (3.1, section 4.8.15). */
export type Field = Pick<Parameter, 'name' | 'coerce' | 'style' | 'explode' | 'mediaType'> &
  Partial<Pick<Parameter, 'allowReserved' | 'list' | 'default'>>

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly pointer: string
  readonly description?: string
  readonly headers: readonly Header[]
  /** The name of the schema of all headers, where there are some. */
  readonly headerSchema?: string
  readonly content: readonly MediaType[]
}

export interface Header {
  /** As the document writes it. */
  readonly name: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  /** True if an object is written as `a=1,b=2` rather than `a,1,b,2`. */
  readonly explode: boolean
  /** Its text is JSON. */
  readonly json: boolean
  /** Styles of its list, and of the lists in it; none: all are divided by commas. */
  readonly styles?: readonly ParameterStyle[]
}

/** The parameters of one location: one object for the handler, one schema for the validator. */
export interface ParameterGroup {
  /** The member of the request that holds them. */
  readonly member: ParameterMember
  /** The name of the schema of them all, or of the whole `querystring`. */
  readonly schema: string
  readonly parameters: readonly Parameter[]
}

export interface Parameter {
  /** In lower case for a header, as Node gives them. */
  readonly name: string
  /** Its name in the route, if that differs. */
  readonly key?: string
  readonly in: ParameterLocation
  readonly pointer: string
  readonly required: boolean
  readonly description?: string
  readonly deprecated: boolean
  /** Its own, which replace those of its schema. */
  readonly examples?: readonly unknown[]
  readonly schema: Schema
  readonly style: ParameterStyle
  readonly explode: boolean
  /** The media type of its text, lower case, for the style `content`. */
  readonly mediaType?: string
  /** A list whose texts are items of the media type. */
  readonly list?: JsonList
  /** True if its name without a value is allowed. */
  readonly allowEmptyValue?: true
  /** True if reserved characters are not encoded. */
  readonly allowReserved?: true
  /** The values that its text may become. */
  readonly coerce: Coercion
  /** Serialization of the members, if it is a whole query that is a form. */
  readonly fields?: readonly Field[]
  /** Types of members without a name here. */
  readonly rest?: Coercion
  readonly default?: unknown
}

/** Values that a parameter's text may become: the first of the scalars that it can be. */
export interface Coercion {
  readonly scalars: readonly ScalarType[]
  /** Types of the items, if it may be an array. */
  readonly array?: Coercion
  /** Types of the first items. */
  readonly prefix?: readonly Coercion[]
  /** True if no item has a comma in it, though it may be a string. */
  readonly commaFree?: true
  /** Style of the list within another one, if commas do not divide it. */
  readonly style?: ParameterStyle
  /** Types of the members by name, if it may be an object. */
  readonly object?: Readonly<Record<string, Coercion>>
  /** Types of other members, if the schema allows some. */
  readonly rest?: Coercion
  /** Number of levels up to the types that it has in place of its own: those of a schema that it is in. */
  readonly up?: number
}
